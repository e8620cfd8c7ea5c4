//! The window's colours where egui's are too near to what is behind them: WCAG asks for a contrast of 4.5 of a text.

use eframe::egui::{Color32, Context, Theme};

/// Gives both themes texts that can be read.
pub fn set(context: &Context) {
    context.style_mut_of(Theme::Light, |style| {
        let visuals = &mut style.visuals;
        visuals.weak_text_color = Some(Color32::from_gray(100));
        visuals.hyperlink_color = Color32::from_rgb(0, 102, 191);
        visuals.error_fg_color = Color32::from_rgb(190, 0, 0);
    });
    context.style_mut_of(Theme::Dark, |style| {
        let visuals = &mut style.visuals;
        visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(180);
        visuals.weak_text_color = Some(Color32::from_gray(135));
        visuals.error_fg_color = Color32::from_rgb(255, 80, 80);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of a colour without opacity, as WCAG 2 defines it.
    fn luminance(colour: Color32) -> f64 {
        let linear = [colour.r(), colour.g(), colour.b()].map(|part| {
            let part = f64::from(part) / 255.0;
            match part <= 0.04045 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// The least contrast of a theme's texts on what is behind them.
    fn contrast(context: &Context, theme: Theme) -> f64 {
        let visuals = &context.style_of(theme).visuals;
        let texts = [
            visuals.text_color(),
            visuals.weak_text_color(),
            visuals.hyperlink_color,
            visuals.error_fg_color,
        ];
        let behind = [visuals.panel_fill, visuals.extreme_bg_color];
        let contrast = |text: Color32, behind: Color32| {
            // egui's own weak texts let a part of what is behind them through.
            let [text, behind] = [behind.blend(text), behind].map(luminance);
            (text.max(behind) + 0.05) / (text.min(behind) + 0.05)
        };
        let pairs = texts
            .iter()
            .flat_map(|&text| behind.map(|behind| contrast(text, behind)));
        pairs.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn texts_have_the_contrast_that_wcag_asks_for() {
        let context = Context::default();
        for theme in [Theme::Dark, Theme::Light] {
            assert!(contrast(&context, theme) < 4.5, "the control: {theme:?}");
        }
        set(&context);
        for theme in [Theme::Dark, Theme::Light] {
            let contrast = contrast(&context, theme);
            assert!(contrast >= 4.5, "{theme:?}: {contrast}");
        }
    }
}
