// The algorithm of Graph(plan) in C++: edges resolved into a flat array and reversed by a counting
// sort, then Kahn's algorithm to find cycles.

#include "Twins.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct Operation {
    std::string name;
    uint32_t firstEdge;
    uint32_t endEdge;
};

struct TwinPlan {
    std::vector<Operation> operations;
    std::vector<uint32_t> edges;
};

struct Adjacency {
    std::vector<uint32_t> links;
    std::vector<uint32_t> offsets;
};

struct TwinGraph {
    Adjacency dependencies;
    Adjacency dependents;
    std::unordered_map<std::string_view, uint32_t> index;
};

static bool resolve(const TwinPlan &plan, Adjacency &result) {
    const size_t count = plan.operations.size();
    result.links.reserve(plan.edges.size());
    result.offsets.reserve(count + 1);
    result.offsets.push_back(0);
    for (uint32_t node = 0; node < count; ++node) {
        const Operation &operation = plan.operations[node];
        for (uint32_t edge = operation.firstEdge; edge < operation.endEdge; ++edge) {
            const uint32_t target = plan.edges[edge];
            if (target >= count || target == node) return false;
            result.links.push_back(target);
        }
        result.offsets.push_back(static_cast<uint32_t>(result.links.size()));
    }
    return true;
}

static void reverse(const Adjacency &forward, Adjacency &result) {
    const size_t count = forward.offsets.size() - 1;
    std::vector<uint32_t> next(count + 1, 0);
    for (uint32_t target : forward.links) ++next[target + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    result.offsets = next;
    result.links.resize(forward.links.size());
    for (uint32_t node = 0; node < count; ++node) {
        for (uint32_t at = forward.offsets[node]; at < forward.offsets[node + 1]; ++at) {
            result.links[next[forward.links[at]]++] = node;
        }
    }
}

static bool hasCycle(const TwinGraph &graph) {
    const size_t count = graph.dependencies.offsets.size() - 1;
    std::vector<uint32_t> waiting(count);
    std::vector<uint32_t> settled;
    settled.reserve(count);
    for (uint32_t node = 0; node < count; ++node) {
        waiting[node] = graph.dependencies.offsets[node + 1] - graph.dependencies.offsets[node];
        if (waiting[node] == 0) settled.push_back(node);
    }
    size_t left = count;
    while (!settled.empty()) {
        const uint32_t node = settled.back();
        settled.pop_back();
        --left;
        for (uint32_t at = graph.dependents.offsets[node]; at < graph.dependents.offsets[node + 1];
             ++at) {
            if (--waiting[graph.dependents.links[at]] == 0)
                settled.push_back(graph.dependents.links[at]);
        }
    }
    return left != 0;
}

static bool hashNames(const TwinPlan &plan, TwinGraph &graph) {
    graph.index.reserve(plan.operations.size());
    for (uint32_t node = 0; node < plan.operations.size(); ++node) {
        if (!graph.index.emplace(plan.operations[node].name, node).second) return false;
    }
    return true;
}

static bool sortNames(const TwinPlan &plan) {
    std::vector<std::string_view> names;
    names.reserve(plan.operations.size());
    for (const Operation &operation : plan.operations) names.push_back(operation.name);
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
}

TwinPlan *twinPlanMake(void) { return new TwinPlan; }
void twinPlanFree(TwinPlan *plan) { delete plan; }
void twinGraphFree(TwinGraph *graph) { delete graph; }

void twinPlanAdd(TwinPlan *plan, const char *name, const uint32_t *requires_, size_t count) {
    const auto first = static_cast<uint32_t>(plan->edges.size());
    plan->edges.insert(plan->edges.end(), requires_, requires_ + count);
    plan->operations.push_back({name, first, static_cast<uint32_t>(first + count)});
}

TwinGraph *twinGraphMake(const TwinPlan *plan, TwinNames names) {
    auto graph = std::make_unique<TwinGraph>();
    if (names == twinNamesHashed && !hashNames(*plan, *graph)) return nullptr;
    if (names == twinNamesSorted && !sortNames(*plan)) return nullptr;
    if (!resolve(*plan, graph->dependencies)) return nullptr;
    reverse(graph->dependencies, graph->dependents);
    return hasCycle(*graph) ? nullptr : graph.release();
}
