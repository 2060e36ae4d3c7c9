#include "dice_hospital/last_round.hpp"

namespace clinic::dice {

namespace {

constexpr std::size_t BETWEEN_LOOKS = 64, BETWEEN_TESTS = 4096;  // hospitals, until it is asked whether to stop
constexpr std::size_t ANY_NUMBER = std::numeric_limits<std::size_t>::max();

}  // namespace

LastRound::LastRound(const Team& team, const Hospital& start, const EndValues& end_values, Stop stop)
    : team_(team), start_(start), end_values_(end_values), stop_(stop) {}

Hospital LastRound::merged(const Hospital& h) const {
    Hospital after = h;
    for (int i = 0; i < h.many; ++i) {
        const Code code = h.patients[i];
        if (is_treated(code) || end_values_.dies(code)) continue;
        after.remove(code);
        after.add(as_treated(code));
    }
    return after;
}

// What an end is worth if the blood bags that are left are used as brings most. Of a colour those leave who need fewest
// bags, of these those first who would die: to have another one leave instead saves no bag, and whoever would die then is
// saved by the bag more that he needs. Only to empty the wards, somebody may rather die than leave.
i64 LastRound::value(const Hospital& h, Rest* rest) const {
    i64 best = std::numeric_limits<i64>::min();
    by_order(h, false, best, rest);
    if (h.bags && end_values_.empty > 0) by_order(h, true, best, rest);
    return best;
}

int LastRound::order_of(Code code, bool dying_last) const {
    const int dies = end_values_.dies(code);
    return 2 * (BEST + 1 - value_of(code)) + (dying_last ? 2 * BEST * dies : -dies);
}

// Whether a blood bag keeps somebody from dying who stays: from the best value on he leaves by it.
bool LastRound::is_savable(Code code) const { return end_values_.dies(code) && value_of(code) < BEST; }

void LastRound::by_order(const Hospital& h, bool dying_last, i64& best, Rest* rest) const {
    Code first[COLOURS][BEDS + 1];
    int need[COLOURS][BEDS + 1] = {}, dying[COLOURS][BEDS + 1] = {}, many[COLOURS] = {}, all_dying = 0;
    int savable[COLOURS][BEDS + 1] = {}, all_savable = 0;  // of those who would die
    for (int i = 0; i < h.many; ++i) {
        const Code code = h.patients[i];
        const int own = own_of(code), order = order_of(code, dying_last);
        int at = ++many[own];
        for (; at > 1 && order_of(first[own][at - 1], dying_last) > order; --at) first[own][at] = first[own][at - 1];
        first[own][at] = code;
    }
    for (int colour = 0; colour < COLOURS; ++colour) {
        for (int k = 1; k <= many[colour]; ++k) {
            need[colour][k] = need[colour][k - 1] + BEST + 1 - value_of(first[colour][k]);
            dying[colour][k] = dying[colour][k - 1] + end_values_.dies(first[colour][k]);
            savable[colour][k] = savable[colour][k - 1] + is_savable(first[colour][k]);
        }
        all_dying += dying[colour][many[colour]];
        all_savable += savable[colour][many[colour]];
    }
    if (dying_last && !all_dying) return;
    const i64 settled = end_values_.point * h.points + end_values_.rescued * h.rescued + end_values_.death * h.deaths;
    for (int r = 0; r <= many[0] && need[0][r] <= h.bags; ++r)
        for (int y = 0; y <= many[1] && need[0][r] + need[1][y] <= h.bags; ++y)
            for (int g = 0; g <= many[2] && need[0][r] + need[1][y] + need[2][g] <= h.bags; ++g) {
                const int bags = h.bags - need[0][r] - need[1][y] - need[2][g];
                const int die = all_dying - dying[0][r] - dying[1][y] - dying[2][g];
                const i64 leave = end_values_.points(h.discharged_in_all() + r + y + g) +
                                  end_values_.reports(h.discharged[0] + r, h.discharged[1] + y, h.discharged[2] + g);
                const int may_save = all_savable - savable[0][r] - savable[1][y] - savable[2][g];
                for (int saved = 0; saved <= std::min(bags, may_save); ++saved) {
                    const bool empty = h.many - (r + y + g) - (die - saved) == 0;
                    const i64 all = settled + leave + end_values_.bag * (bags - saved) + end_values_.death * (die - saved) +
                                    (empty ? end_values_.empty : 0);
                    if (all <= best) continue;
                    best = all;
                    if (rest) *rest = {{r, y, g}, saved, dying_last};
                }
            }
}

LastFound LastRound::run(i64 known, std::size_t width, std::size_t most) {
    best_ = known;
    LastBound bound(team_, end_values_, merged(start_));
    const i64 root = bound.root(best_ + 1);
    bool exact = root <= best_;
    if (!exact) {
        search(bound, width, ANY_NUMBER);
        exact = root <= best_ || (most && search(bound, ANY_NUMBER, most));
    }
    LastFound found{!best_path_.empty(), best_, {}, exact ? best_ : root, states_};
    if (found.better) found.actions = path();
    return found;
}

// Layer by layer, the most promising hospitals of each up to a width; whether all that could be better were seen.
bool LastRound::search(LastBound& bound, std::size_t width, std::size_t most) {
    layers_.assign(1, {{merged(start_)}, {0}});
    Wards reached;
    std::size_t stored = 1;
    look(layers_[0].hospitals[0], 0);
    while (!layers_.back().hospitals.empty()) {
        const Layer& layer = layers_.back();
        reached.clear();
        for (std::size_t at = 0; at < layer.hospitals.size(); ++at) {
            for_each_action<Bags::WITHIN>(team_, layer.hospitals[at], [&](const Hospital& after, const Action&) {
                if (reached.insert(after, static_cast<i32>(at))) look(after, at);
            });
            if (stored + reached.size() > most || (at % BETWEEN_LOOKS == 0 && stop_())) return false;
        }
        states_ += static_cast<i64>(reached.size());
        Layer next;
        if (!keep(bound, reached, width, next)) return false;
        stored += next.hospitals.size();
        layers_.push_back(std::move(next));
    }
    return true;
}

// A hospital as an end, reached from one of the last layer.
void LastRound::look(const Hospital& h, std::size_t at) {
    const i64 end_values = value(h);
    if (end_values <= best_) return;
    best_ = end_values;
    best_path_.assign(1, h);
    if (h == layers_[0].hospitals[0]) return;
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
        best_path_.push_back(layers_[layer].hospitals[at]);
        at = static_cast<std::size_t>(layers_[layer].from[at]);
    }
    std::reverse(best_path_.begin(), best_path_.end());
}

// The hospitals from which something better could be reached; whether there was time for it.
bool LastRound::keep(LastBound& bound, const Wards& reached, std::size_t width, Layer& next) const {
    std::vector<std::pair<i64, std::size_t>> order;
    const bool narrow = reached.size() > width;
    for (std::size_t at = 0; at < reached.size(); ++at) {
        if (at % BETWEEN_TESTS == 0 && stop_()) return false;
        if (!bound.may_reach(reached[at], best_ + 1)) continue;
        order.emplace_back(narrow ? -bound.promise(reached[at], best_ + 1) : 0, at);
    }
    if (narrow && order.size() > width) {
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(width), order.end());
        order.resize(width);
    }
    for (const auto& [promise, at] : order) {
        next.hospitals.push_back(reached[at]);
        next.from.push_back(reached.origin(at));
    }
    return true;
}

// The actions of the best path, for the patients as they are.
std::vector<Action> LastRound::path() const {
    std::vector<Action> actions;
    Hospital here = start_;
    for (std::size_t k = 1; k < best_path_.size(); ++k) {
        Hospital there{};
        bool done = false;
        for_each_action<Bags::WITHIN>(team_, here, [&](const Hospital& after, const Action& action) {
            if (done || !(merged(after) == best_path_[k])) return;
            actions.push_back(action);
            there = after;
            done = true;
        });
        here = there;
    }
    use_rest(here, actions);
    return actions;
}

void LastRound::use_rest(Hospital h, std::vector<Action>& actions) const {
    auto bag = [&](Code code) {
        Action action{};
        action.kind = Action::BAG;
        action.chosen[0] = code;
        actions.push_back(action);
        const Code after = healed(code, 1);
        h.exchange(code, after);
        return after;
    };
    Rest rest{};
    value(h, &rest);
    for (int colour = 0; colour < COLOURS; ++colour)
        for (; rest.leave[colour]; --rest.leave[colour]) {
            Code first = NOBODY;
            for (int i = 0; i < h.many; ++i) {
                const Code code = h.patients[i];
                const auto order = [&](Code one) { return order_of(one, rest.dying_last); };
                if (own_of(code) == colour && (first == NOBODY || order(code) < order(first))) first = code;
            }
            while (first != NOBODY) first = bag(first);
        }
    for (; rest.saved; --rest.saved)
        for (int i = 0; i < h.many; ++i)
            if (is_savable(h.patients[i])) {
                bag(h.patients[i]);
                break;
            }
}

}  // namespace clinic::dice

using namespace clinic;
using namespace clinic::dice;

// An end of the last activation that is worth more than `known`. `numbers`: whether there is one, its value, the bound on
// all of them, hospitals looked at; returns how many actions lead there.
CLINIC_API i64 dice_last_round(const Team* team, const View<u8, 1>* start, const EndValues* end_values, i64 known, i64 width,
                               i64 most, LastRound::Stop stop, const View<i64, 1>* numbers, const View<u8, 2>* actions) {
    Hospital h;
    std::memcpy(&h, start->data, sizeof h);
    const LastFound found =
        LastRound(*team, h, *end_values, stop).run(known, static_cast<std::size_t>(width), static_cast<std::size_t>(most));
    (*numbers)(0) = found.better;
    (*numbers)(1) = found.value;
    (*numbers)(2) = found.bound;
    (*numbers)(3) = found.states;
    for (std::size_t k = 0; k < found.actions.size(); ++k)
        std::memcpy(actions->at(static_cast<i64>(k)), &found.actions[k], sizeof(Action));
    return static_cast<i64>(found.actions.size());
}
