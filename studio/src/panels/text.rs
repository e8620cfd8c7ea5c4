//! The recipe as text. What is wrong with it stands at its line.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Color32, FontId, RichText, ScrollArea, TextBuffer, TextEdit, TextStyle, Ui};

use crate::Studio;
use crate::document::Subject;

/// Shows the text and lets one edit it.
pub fn text(studio: &mut Studio, ui: &mut Ui) {
    let mistake = studio.document.mistake().cloned();
    if let Some(mistake) = &mistake {
        let line = mistake
            .line
            .map_or(String::new(), |line| format!("line {line}: "));
        let message = format!("{line}{}", mistake.message);
        ui.label(RichText::new(message).color(ui.visuals().error_fg_color));
        ui.label("The picture is that of the last recipe that was right.");
        ui.separator();
    }
    let at = mistake.and_then(|mistake| mistake.line);
    let mut text = studio.document.text().to_string();
    let mut layout = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
        let font = TextStyle::Monospace.resolve(ui.style());
        let job = laid_out(text.as_str(), at, &font, ui);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let edit = TextEdit::multiline(&mut text)
            .code_editor()
            .desired_width(f32::INFINITY)
            .desired_rows(30)
            .layouter(&mut layout);
        if ui.add(edit).changed() {
            studio.document.set_text(Subject::Text, text.clone());
        }
    });
}

/// Lays the text out: comments dimmed, headers bright, the line at fault marked.
fn laid_out(text: &str, at: Option<usize>, font: &FontId, ui: &Ui) -> LayoutJob {
    let visuals = ui.visuals();
    let mut job = LayoutJob::default();
    // Lines are as long as they are written; the panel scrolls.
    job.wrap.max_width = f32::INFINITY;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let background = match at == Some(number) {
            true => visuals.error_fg_color.gamma_multiply(0.35),
            false => Color32::TRANSPARENT,
        };
        let mut add = |part: &str, color: Color32| {
            let format = TextFormat {
                background,
                ..TextFormat::simple(font.clone(), color)
            };
            job.append(part, 0.0, format);
        };
        // A `#` in a text, as in a colour, begins no comment.
        let comment = (line.char_indices())
            .find(|&(i, c)| c == '#' && line[..i].matches('"').count() % 2 == 0);
        let (code, comment) = line.split_at(comment.map_or(line.len(), |(i, _)| i));
        let is_header = code.starts_with('[');
        add(
            code,
            if is_header {
                visuals.hyperlink_color
            } else {
                visuals.text_color()
            },
        );
        add(comment, visuals.weak_text_color());
    }
    job
}
