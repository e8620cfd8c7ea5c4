// Compiles a compute shader with Mesa's Vulkan driver for AMD, for a GPU that this machine need not have: the environment
// variable RADV_FORCE_FAMILY names it. Prints the driver's statistics, one a line, then the line "Assembly" and the machine code.
//
// Usage: compile SHADER.spv BINDINGS
// The entry point is main. BINDINGS has a letter for each binding of group 0: u for a uniform buffer, s for a storage buffer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

static void check(VkResult result, const char *call) {
    if (result < 0) {
        fprintf(stderr, "%s: error %d\n", call, result);
        exit(1);
    }
}

#define CHECK(call) check(call, #call)

static uint32_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(path);
        exit(1);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    uint32_t *words = malloc(*size);
    if (!words || fread(words, 1, *size, file) != *size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return words;
}

static VkDevice open_device(void) {
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstance instance;
    CHECK(vkCreateInstance(
        &(VkInstanceCreateInfo){
            .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
            .pApplicationInfo = &application,
        },
        NULL, &instance));
    uint32_t count = 1;
    VkPhysicalDevice physical;
    CHECK(vkEnumeratePhysicalDevices(instance, &count, &physical));
    if (count == 0) {
        fprintf(stderr, "the driver offers no device\n");
        exit(1);
    }
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pipelineExecutableInfo = VK_TRUE,
    };
    VkPhysicalDeviceVulkanMemoryModelFeatures memory_model = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
        .pNext = &executables,
        .vulkanMemoryModel = VK_TRUE,
    };
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const char *extension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    VkDevice device;
    CHECK(vkCreateDevice(
        physical,
        &(VkDeviceCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
            .pNext = &memory_model,
            .queueCreateInfoCount = 1,
            .pQueueCreateInfos = &queue,
            .enabledExtensionCount = 1,
            .ppEnabledExtensionNames = &extension,
        },
        NULL, &device));
    return device;
}

static VkPipelineLayout make_layout(VkDevice device, const char *bindings) {
    VkDescriptorSetLayoutBinding described[32];
    uint32_t count = 0;
    for (; bindings[count] && count < 32; count++)
        described[count] = (VkDescriptorSetLayoutBinding){
            .binding = count,
            .descriptorType = bindings[count] == 'u' ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    VkDescriptorSetLayout set;
    CHECK(vkCreateDescriptorSetLayout(
        device,
        &(VkDescriptorSetLayoutCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .bindingCount = count,
            .pBindings = described,
        },
        NULL, &set));
    VkPipelineLayout layout;
    CHECK(vkCreatePipelineLayout(
        device,
        &(VkPipelineLayoutCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
            .setLayoutCount = 1,
            .pSetLayouts = &set,
        },
        NULL, &layout));
    return layout;
}

static VkPipeline make_pipeline(VkDevice device, const char *path, const char *bindings) {
    size_t size;
    uint32_t *words = read_file(path, &size);
    VkShaderModule module;
    CHECK(vkCreateShaderModule(
        device,
        &(VkShaderModuleCreateInfo){
            .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            .codeSize = size,
            .pCode = words,
        },
        NULL, &module));
    VkPipeline pipeline;
    CHECK(vkCreateComputePipelines(
        device, VK_NULL_HANDLE, 1,
        &(VkComputePipelineCreateInfo){
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR | VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR,
            .stage =
                {
                    .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                    .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                    .module = module,
                    .pName = "main",
                },
            .layout = make_layout(device, bindings),
        },
        NULL, &pipeline));
    return pipeline;
}

static void print_statistics(VkDevice device, const VkPipelineExecutableInfoKHR *executable) {
    PFN_vkGetPipelineExecutableStatisticsKHR get =
        (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(device, "vkGetPipelineExecutableStatisticsKHR");
    VkPipelineExecutableStatisticKHR statistics[64];
    uint32_t count = 64;
    for (uint32_t i = 0; i < count; i++)
        statistics[i] = (VkPipelineExecutableStatisticKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    CHECK(get(device, executable, &count, statistics));
    for (uint32_t i = 0; i < count; i++)
        printf("%s: %llu\n", statistics[i].name, (unsigned long long)statistics[i].value.u64);
}

static void print_machine_code(VkDevice device, const VkPipelineExecutableInfoKHR *executable) {
    PFN_vkGetPipelineExecutableInternalRepresentationsKHR get = (PFN_vkGetPipelineExecutableInternalRepresentationsKHR)
        vkGetDeviceProcAddr(device, "vkGetPipelineExecutableInternalRepresentationsKHR");
    VkPipelineExecutableInternalRepresentationKHR texts[8];
    uint32_t count = 8;
    for (uint32_t i = 0; i < count; i++)
        texts[i] = (VkPipelineExecutableInternalRepresentationKHR){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR,
        };
    // The first call says how long the texts are, the second writes them.
    CHECK(get(device, executable, &count, texts));
    for (uint32_t i = 0; i < count; i++)
        texts[i].pData = malloc(texts[i].dataSize);
    CHECK(get(device, executable, &count, texts));
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(texts[i].name, "Assembly") == 0)
            printf("Assembly\n%s", (const char *)texts[i].pData);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: compile SHADER.spv BINDINGS\n");
        return 2;
    }
    VkDevice device = open_device();
    VkPipelineExecutableInfoKHR executable = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
        .pipeline = make_pipeline(device, arguments[1], arguments[2]),
    };
    print_statistics(device, &executable);
    print_machine_code(device, &executable);
    return 0;
}
