// Dominance: which of two positions that agree in all else helps no less. The argument is in successors/dominance.py.
#include <vector>

#include "clin9ic/rules.hpp"

namespace clinic::clin9ic {

namespace {

constexpr std::size_t FEW = 48;  // comparisons with those kept of the same kind, at most

int rounded_down(int number, int by) { return number >= 0 ? number / by : -((-number + by - 1) / by); }

// Whether the first of two positions that agree in all else has no less of anything that helps.
bool dominates(int price, bool popular, const Position& a, const Position& b) {
    if (a[of::gardens] < b[of::gardens]) return false;
    if (popular) {
        if (a[of::pillars] < b[of::pillars]) return false;
    } else if (a[of::entrances] < b[of::entrances] || a[of::lots] < b[of::lots]) {
        return false;
    }
    if (a[of::time] > b[of::time] || a[of::treated] < b[of::treated]) return false;
    const int turned = -rounded_down(a[of::money] - b[of::money], price);  // units that make up for money
    const int units = a[of::units], others = b[of::units];
    if (units < others + turned) return false;
    return a[of::popularity] + units - std::max(0, turned) >= b[of::popularity] + others;
}

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

// Mark what to keep of positions in an order in which those of a kind stand together, the richest first.
CLINIC_API void clin9ic_mark_undominated(i64 popularity_price, i64 popular, const View<u64, 2>* kinds,
                                         const View<i64, 1>* order, const View<u64, 2>* words,
                                         const View<u8, 1>* keep) {
    const auto* positions = reinterpret_cast<const Position*>(words->data);
    const auto* kind = reinterpret_cast<const Position*>(kinds->data);
    std::vector<i64> kept;
    for (i64 n = 0; n < order->shape[0]; ++n) {
        const i64 i = (*order)(n);
        if (n == 0 || kind[i] != kind[(*order)(n - 1)]) kept.clear();
        (*keep)(i) = 1;
        for (const i64 j : kept)
            if (dominates(static_cast<int>(popularity_price), popular != 0, positions[j], positions[i])) {
                (*keep)(i) = 0;
                break;
            }
        if ((*keep)(i) && kept.size() < FEW) kept.push_back(i);
    }
}
