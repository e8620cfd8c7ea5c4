/* A Vulkan driver that wraps another one and makes a chosen call fail.
 *
 * With it a test can walk through every call that a program makes into its driver and see what the program does when that
 * one goes wrong: no memory, a lost device, nothing to wait for. No GPU can be asked to fail on purpose; this can.
 *
 *   cc -shared -fPIC -O1 -Wl,-z,nodelete -o libfault.so shim.c -ldl
 *
 * and a driver manifest (ICD json) that names libfault.so, given to the Vulkan loader in VK_DRIVER_FILES. Settings, all
 * from the environment:
 *
 *   VULKAN_FAULT_DRIVER   the driver to wrap: path or name of its shared library (default libvulkan_lvp.so)
 *   VULKAN_FAULT          FUNCTION:NTH:RESULT[:sticky|:crash]   the NTH call (from 1) of FUNCTION in this process returns
 *                         RESULT, a VkResult, and is not made; with "sticky" every later one too; with "crash" the call
 *                         ends the process at once instead, as a driver does that crashes
 *   VULKAN_FAULT_COUNTS   a file to which, when the process ends, a line "FUNCTION CALLS" is written for each function
 *   VULKAN_FAULT_TRACE    if set, every wrapped call is printed to the error output
 *
 * An injected fault always prints "[fault] ..." to the error output, so that a test can tell whether it happened.
 * No Vulkan header is needed: dispatchable handles are pointers, the others 64-bit numbers, structures only pass through.
 * -z nodelete keeps the counts when a loader unloads its drivers and loads them again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t VkResult;
typedef void *Handle;
typedef uint64_t Object;
typedef void (*Function)(void);

/* Every wrapped function: name, parameters, arguments. */
#define WRAPPED_FUNCTIONS(WRAP)                                                                               \
    WRAP(vkCreateInstance, (const void *i, const void *a, void *p), (i, a, p))                                \
    WRAP(vkEnumeratePhysicalDevices, (Handle h, uint32_t *n, void *p), (h, n, p))                             \
    WRAP(vkCreateDevice, (Handle d, const void *i, const void *a, void *p), (d, i, a, p))                     \
    WRAP(vkAllocateMemory, (Handle d, const void *i, const void *a, Object *m), (d, i, a, m))                 \
    WRAP(vkMapMemory, (Handle d, Object m, uint64_t o, uint64_t s, uint32_t f, void **p), (d, m, o, s, f, p)) \
    WRAP(vkFlushMappedMemoryRanges, (Handle d, uint32_t n, const void *r), (d, n, r))                         \
    WRAP(vkInvalidateMappedMemoryRanges, (Handle d, uint32_t n, const void *r), (d, n, r))                    \
    WRAP(vkBindBufferMemory, (Handle d, Object b, Object m, uint64_t o), (d, b, m, o))                        \
    WRAP(vkBindImageMemory, (Handle d, Object b, Object m, uint64_t o), (d, b, m, o))                         \
    WRAP(vkCreateBuffer, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                   \
    WRAP(vkCreateImage, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                    \
    WRAP(vkCreateImageView, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                \
    WRAP(vkCreateSampler, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                  \
    WRAP(vkCreateShaderModule, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))             \
    WRAP(vkCreatePipelineLayout, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))           \
    WRAP(vkCreatePipelineCache, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))            \
    WRAP(vkCreateComputePipelines, (Handle d, Object c, uint32_t n, const void *i, const void *a, Object *p), \
         (d, c, n, i, a, p))                                                                                  \
    WRAP(vkCreateDescriptorSetLayout, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))      \
    WRAP(vkCreateDescriptorPool, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))           \
    WRAP(vkAllocateDescriptorSets, (Handle d, const void *i, Object *p), (d, i, p))                           \
    WRAP(vkCreateQueryPool, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                \
    WRAP(vkGetQueryPoolResults,                                                                               \
         (Handle d, Object q, uint32_t f, uint32_t n, size_t s, void *p, uint64_t t, uint32_t g),             \
         (d, q, f, n, s, p, t, g))                                                                            \
    WRAP(vkCreateCommandPool, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))              \
    WRAP(vkResetCommandPool, (Handle d, Object p, uint32_t f), (d, p, f))                                     \
    WRAP(vkAllocateCommandBuffers, (Handle d, const void *i, void *p), (d, i, p))                             \
    WRAP(vkBeginCommandBuffer, (Handle c, const void *i), (c, i))                                             \
    WRAP(vkEndCommandBuffer, (Handle c), (c))                                                                 \
    WRAP(vkCreateFence, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                    \
    WRAP(vkResetFences, (Handle d, uint32_t n, const Object *f), (d, n, f))                                   \
    WRAP(vkGetFenceStatus, (Handle d, Object f), (d, f))                                                      \
    WRAP(vkWaitForFences, (Handle d, uint32_t n, const Object *f, uint32_t a, uint64_t t), (d, n, f, a, t))   \
    WRAP(vkCreateSemaphore, (Handle d, const void *i, const void *a, Object *p), (d, i, a, p))                \
    WRAP(vkWaitSemaphores, (Handle d, const void *i, uint64_t t), (d, i, t))                                  \
    WRAP(vkWaitSemaphoresKHR, (Handle d, const void *i, uint64_t t), (d, i, t))                               \
    WRAP(vkGetSemaphoreCounterValue, (Handle d, Object s, uint64_t *v), (d, s, v))                            \
    WRAP(vkGetSemaphoreCounterValueKHR, (Handle d, Object s, uint64_t *v), (d, s, v))                         \
    WRAP(vkQueueSubmit, (Handle q, uint32_t n, const void *s, Object f), (q, n, s, f))                        \
    WRAP(vkQueueWaitIdle, (Handle q), (q))                                                                    \
    WRAP(vkDeviceWaitIdle, (Handle d), (d))

enum {
#define WRAP(NAME, PARAMETERS, ARGUMENTS) INDEX_##NAME,
    WRAPPED_FUNCTIONS(WRAP)
#undef WRAP
        FUNCTION_COUNT
};

static const char *const names[FUNCTION_COUNT] = {
#define WRAP(NAME, PARAMETERS, ARGUMENTS) #NAME,
    WRAPPED_FUNCTIONS(WRAP)
#undef WRAP
};

static atomic_int calls[FUNCTION_COUNT];

static struct {
    char function[64];
    int nth; /* 0: no fault asked for */
    VkResult result;
    int sticky;
    int crash;
} fault;

static int tracing;
static const char *counts_path;

static Function (*driver_instance_proc)(Handle, const char *);
static Function (*driver_physical_device_proc)(Handle, const char *);
static Function (*driver_device_proc)(Handle, const char *);
static VkResult (*driver_negotiate)(uint32_t *);

static void give_up(const char *what, const char *detail)
{
    fprintf(stderr, "[fault] %s: %s\n", what, detail);
    abort();
}

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("VULKAN_FAULT_DRIVER");
    void *driver = dlopen(path ? path : "libvulkan_lvp.so", RTLD_NOW | RTLD_LOCAL);
    if (!driver)
        give_up("the wrapped driver does not load", dlerror());
    *(void **)&driver_instance_proc = dlsym(driver, "vk_icdGetInstanceProcAddr");
    *(void **)&driver_physical_device_proc = dlsym(driver, "vk_icdGetPhysicalDeviceProcAddr");
    *(void **)&driver_negotiate = dlsym(driver, "vk_icdNegotiateLoaderICDInterfaceVersion");
    if (!driver_instance_proc || !driver_negotiate)
        give_up("not a Vulkan driver", path ? path : "libvulkan_lvp.so");

    const char *order = getenv("VULKAN_FAULT");
    if (order) {
        char sticky[8] = "";
        int fields = sscanf(order, "%63[^:]:%d:%d:%7s", fault.function, &fault.nth, &fault.result, sticky);
        fault.sticky = strcmp(sticky, "sticky") == 0;
        fault.crash = strcmp(sticky, "crash") == 0;
        if (fields < 3 || fault.nth < 1 || (fields == 4 && !fault.sticky && !fault.crash))
            give_up("VULKAN_FAULT is not FUNCTION:NTH:RESULT[:sticky|:crash]", order);
    }
    tracing = getenv("VULKAN_FAULT_TRACE") != NULL;
    counts_path = getenv("VULKAN_FAULT_COUNTS");
}

__attribute__((destructor)) static void finish(void)
{
    FILE *file = counts_path ? fopen(counts_path, "w") : NULL;
    if (!file)
        return;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        fprintf(file, "%s %d\n", names[i], atomic_load(&calls[i]));
    fclose(file);
}

/* Counts a call; says whether it is to fail. */
static int fails(int index)
{
    int call = atomic_fetch_add(&calls[index], 1) + 1;
    if (tracing)
        fprintf(stderr, "[call] %s %d\n", names[index], call);
    if (fault.nth == 0 || strcmp(names[index], fault.function) != 0)
        return 0;
    if (call != fault.nth && !(fault.sticky && call > fault.nth))
        return 0;
    if (fault.crash)
        give_up("crash in", names[index]);
    fprintf(stderr, "[fault] %s call %d returns %d\n", names[index], call, fault.result);
    return 1;
}

#define WRAP(NAME, PARAMETERS, ARGUMENTS)                                    \
    static VkResult(*driver_##NAME) PARAMETERS;                              \
    static VkResult faulty_##NAME PARAMETERS                                 \
    {                                                                        \
        return fails(INDEX_##NAME) ? fault.result : driver_##NAME ARGUMENTS; \
    }
WRAPPED_FUNCTIONS(WRAP)
#undef WRAP

static Function faulty_device_proc(Handle device, const char *name);

/* What a caller gets for a function of the driver: the wrapper where there is one. */
static Function wrapper(const char *name, Function function)
{
    if (!function)
        return function;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        driver_device_proc = (Function(*)(Handle, const char *))function;
        return (Function)faulty_device_proc;
    }
#define WRAP(NAME, PARAMETERS, ARGUMENTS)                 \
    if (strcmp(name, #NAME) == 0) {                       \
        driver_##NAME = (VkResult(*) PARAMETERS)function; \
        return (Function)faulty_##NAME;                   \
    }
    WRAPPED_FUNCTIONS(WRAP)
#undef WRAP
    return function;
}

static Function faulty_device_proc(Handle device, const char *name)
{
    return wrapper(name, driver_device_proc(device, name));
}

#define EXPORTED __attribute__((visibility("default")))

EXPORTED Function vk_icdGetInstanceProcAddr(Handle instance, const char *name)
{
    return wrapper(name, driver_instance_proc(instance, name));
}

EXPORTED Function vk_icdGetPhysicalDeviceProcAddr(Handle instance, const char *name)
{
    return driver_physical_device_proc ? driver_physical_device_proc(instance, name) : NULL;
}

EXPORTED VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version)
{
    return driver_negotiate(version);
}
