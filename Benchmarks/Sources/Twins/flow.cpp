// A graph run by Taskflow, if its headers are there: see TASKFLOW in Package.swift.

#include "Twins.h"

#if __has_include(<taskflow/taskflow.hpp>)

#include <memory>
#include <taskflow/taskflow.hpp>
#include <thread>
#include <vector>

struct TwinFlow {
    tf::Taskflow graph;
    std::vector<tf::Task> tasks;
    /// The first run starts its threads.
    std::unique_ptr<tf::Executor> executor;
};

bool twinFlowIsThere(void) { return true; }

static void doNothing(const void *, uint32_t) {}

TwinFlow *twinFlowMake(uint32_t count, TwinBody body, const void *context) {
    auto *flow = new TwinFlow;
    if (body == nullptr) body = doNothing;
    flow->tasks.reserve(count);
    for (uint32_t node = 0; node < count; node++) {
        flow->tasks.push_back(flow->graph.emplace([=] { body(context, node); }));
    }
    return flow;
}

void twinFlowPrecede(TwinFlow *flow, uint32_t before, uint32_t after) {
    flow->tasks[before].precede(flow->tasks[after]);
}

void twinFlowRun(TwinFlow *flow) {
    if (!flow->executor) {
        flow->executor = std::make_unique<tf::Executor>(std::thread::hardware_concurrency());
    }
    flow->executor->run(flow->graph).wait();
}

void twinFlowFree(TwinFlow *flow) { delete flow; }

#else

bool twinFlowIsThere(void) { return false; }
TwinFlow *twinFlowMake(uint32_t, TwinBody, const void *) { return nullptr; }
void twinFlowPrecede(TwinFlow *, uint32_t, uint32_t) {}
void twinFlowRun(TwinFlow *) {}
void twinFlowFree(TwinFlow *) {}

#endif
