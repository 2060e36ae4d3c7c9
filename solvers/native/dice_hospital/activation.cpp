#include "dice_hospital/activation.hpp"

#include <bit>
#include <cmath>
#include <numeric>

namespace clinic::dice {

namespace {

constexpr double NOTHING = -1e18;
constexpr double ROUNDING = 1e-9;
constexpr int BYTE = 8;

u64 byte_of(i64 way, int colour) { return u64{1} << BYTE * (COLOURS * way + colour); }

// 8.1, section 9: a hospital as the next round sees it.
Hospital after_neglect(const Hospital& h, int steps) {
    Hospital after = h;
    after.departments = after.workers = 0;
    for (int i = 0; i < h.many; ++i) {
        after.remove(h.patients[i]);
        const Code now = neglected(h.patients[i], steps);
        if (now == NOBODY)
            ++after.deaths;
        else
            after.add(rested(now));
    }
    return after;
}

}  // namespace

Judge::Judge(const Team& team, const EndValues& end_values)
    : team_(team), end_values_(end_values), resources_(team), prices_(resources_.all.size(), 0.0) {
    for (int code = 0; code < CODES; ++code) {
        const Code after = neglected(static_cast<Code>(code), static_cast<int>(end_values.neglect));
        now_[code] = end_values.patients(own_of(static_cast<Code>(code)), after == NOBODY ? 0 : value_of(after));
        stays_[code] = after != NOBODY;
        needs_[code] = after == NOBODY ? 0 : BEST + 1 - value_of(after);
        near_[code] = 0;
        for (i64 way = 0; way < end_values.near.shape[0]; ++way)
            if (after != NOBODY && end_values.near(way, value_of(after))) near_[code] |= byte_of(way, own_of(after));
    }
    by_price_.resize(team.departments.size());
    for (int n = 0; n < BEDS + 2; ++n)
        best_crowd_[n] = std::max(n ? best_crowd_[n - 1] : NOTHING, end_values.crowd(std::min<i64>(n, end_values.crowd.shape[0] - 1)));
    best_in_reach_ = 0.0;
    for (i64 way = 0; way < end_values.near.shape[0]; ++way) {
        double best = NOTHING;
        for (i64 display = 0; display < end_values.in_reach.shape[0]; ++display) {
            const View<double, 3> there{end_values.in_reach.at(display, way), {end_values.in_reach.shape[2], end_values.in_reach.shape[3], end_values.in_reach.shape[4]}};
            best = std::max(best, *std::max_element(there.data, there.data + there.size()));
        }
        best_in_reach_ += best;
    }
    best_need_ = *std::max_element(end_values.need.data, end_values.need.data + end_values.need.shape[0]);
    now_best_ = *std::max_element(now_, now_ + CODES);
}

double Judge::operator()(const Hospital& h) const {
    double total = end_values_.bags(h.bags) + end_values_.point * h.points + end_values_.rescued * h.rescued;
    total += end_values_.patients(0, 0) * h.deaths;
    int staying = 0, need = 0;
    u64 near = 0;
    for (int i = 0; i < h.many; ++i) {
        total += now_[h.patients[i]];
        staying += stays_[h.patients[i]];
        need += needs_[h.patients[i]];
        near += near_[h.patients[i]];
    }
    total += end_values_.need(need) + end_values_.crowd(staying) + (staying == 0 ? end_values_.empty : 0.0);
    total += end_values_.discharged(h.discharged_in_all()) + in_reach(h, near);
    return total + end_values_.reports(h.discharged[0], h.discharged[1], h.discharged[2]);
}

double Judge::in_reach(const Hospital& h, u64 near) const {
    const i64 most = end_values_.in_reach.shape[2] - 1;
    const i32 display = end_values_.display(h.discharged[0], h.discharged[1], h.discharged[2]);
    double total = 0.0;
    for (i64 way = 0; way < end_values_.near.shape[0]; ++way) {
        i64 many[COLOURS];
        for (i64& number : many) {
            number = std::min<i64>(near & 0xFF, most);
            near >>= BYTE;
        }
        total += end_values_.in_reach(display, way, many[0], many[1], many[2]);
    }
    return total;
}

// What a patient can make of treatments one after the other, each resource used once at most. A value that he has had
// before is no use to come back to; only the first treatment may leave it as it is, which spares him neglect.
void Judge::explore(Code code, int value, int colour, u64 used, double paid, unsigned seen, Plan& best) const {
    if (used) {
        const double stays = now_[as_colour(static_cast<Code>(rested(code) - value_of(code) + value), colour)] - paid;
        if (stays > best.stay) {
            best.stay = stays;
            best.stay_uses = used;
        }
    }
    const std::size_t bag = prices_.size() - 1;
    for (std::size_t r = 0; r < prices_.size(); ++r) {
        const Resource& resource = resources_.all[r];
        if (!resource.treatments || resource.rolls || (r != bag && used >> r & 1) || !has(resource.values, value)) continue;
        // 6.10 (b): a bag gives him the colour; what it would take is no more than that.
        const bool recoloured = resource.colour != ANY && resource.colour != colour;
        const bool by_bag = recoloured && !resources_.free_colours;
        const double cost = paid + prices_[r] + (by_bag ? prices_[bag] : 0.0);
        const u64 uses = used | u64{1} << r | (by_bag ? u64{1} << bag : 0);
        const int now = recoloured ? resource.colour : colour;
        treat(code, resource.flips ? BEST + 1 - value : value + resource.steps, now, uses, cost, seen, best);
        if (resource.down) treat(code, value - 1, now, uses, cost, seen, best);
    }
}

void Judge::treat(Code code, int after, int colour, u64 used, double paid, unsigned seen, Plan& best) const {
    if (after > BEST) {
        if (-paid > best.leave) {
            best.leave = -paid;
            best.leave_uses = used;
        }
    } else if (after < 1) {
        if (end_values_.patients(own_of(code), 0) - paid > best.stay) {
            best.stay = end_values_.patients(own_of(code), 0) - paid;
            best.stay_uses = used;
        }
    } else if (!has(seen, after) && (-paid > best.leave || now_best_ - paid > best.stay)) {  // or else dear or no use
        explore(code, after, colour, used, paid, seen | 1u << after, best);
    }
}

Judge::Plan Judge::plan(Code code) const {
    Plan best{now_[code], NOTHING, 0, 0};
    explore(code, value_of(code), now_of(code), 0, 0.0, 0, best);
    best.leave -= best.stay;
    return best;
}

void Judge::plan_all() {
    set_prices();
    for (int code = 0; code < CODES; ++code) plans_[code] = plan(static_cast<Code>(code));
}

// All treatments of a resource.
double Judge::value(std::size_t r) const { return prices_[r] * resources_.all[r].treatments; }

// What is for sale at the prices as they are; the patients' plans are made after that.
void Judge::set_prices() {
    std::iota(by_price_.begin(), by_price_.end(), 0);
    std::stable_sort(by_price_.begin(), by_price_.end(), [&](int a, int b) { return value(static_cast<std::size_t>(a)) > value(static_cast<std::size_t>(b)); });
    const double price = prices_.back();
    bags_[0] = end_values_.bags(0);
    for (int bags = 1; bags <= MOST_BAGS; ++bags) bags_[bags] = std::max(end_values_.bags(bags), bags_[bags - 1] + price);
}

// All that is for sale: a department for each worker who is free, his own effect, and blood bags.
double Judge::supply_of(const Hospital& h) const {
    int left = std::popcount(h.workers), bags = h.bags, rescued = 0;
    double total = 0.0;
    for (const int d : by_price_) {
        if (!left) break;
        if (!(h.departments >> d & 1)) continue;
        total += value(static_cast<std::size_t>(d));
        --left;
    }
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        if (!(h.workers >> w & 1)) continue;
        total += value(team_.departments.size() + w);
        const Worker& worker = team_.workers[w];
        if (worker.ability == Ability::POINTS) total += std::max(0.0, end_values_.point * worker.amount);
        if (worker.ability == Ability::BLOOD_BAG) bags += worker.amount;
        if (worker.ability == Ability::FATALITY_TO_BLOOD_BAG) ++bags, ++rescued;  // more than there may be
    }
    return total + bags_[bags] + std::max(0.0, end_values_.rescued * rescued);
}

// 8.1, 7.3: how many may be dead at the end, who leave the wards empty as well.
int Judge::may_die(const Hospital& h) const {
    int number = 0;
    for (int i = 0; i < h.many; ++i)
        number += neglected(h.patients[i], static_cast<int>(end_values_.neglect)) == NOBODY;
    for (std::size_t w = 0; w < team_.workers.size(); ++w)
        number += (h.workers >> w & 1) && team_.workers[w].ability == Ability::UP_AND_DOWN;
    return number;
}

// The most by how many leave of each colour, those first who gain most by it.
double Judge::most_of(const Hospital& h, Leaving& leaving) const {
    double value = supply_of(h), gains[COLOURS][BEDS + 1];
    int many[COLOURS] = {};
    for (int i = 0; i < h.many; ++i) {
        const Plan& plan = plans_[h.patients[i]];
        value += plan.stay;
        gains[own_of(h.patients[i])][++many[own_of(h.patients[i])]] = plan.leave;
    }
    for (int colour = 0; colour < COLOURS; ++colour) {
        double* first = gains[colour];
        first[0] = 0.0;
        std::sort(first + 1, first + 1 + many[colour], [](double a, double b) { return a > b; });
        std::partial_sum(first, first + 1 + many[colour], first);
    }
    const int gone = h.discharged_in_all(), dying = may_die(h);
    double ends[BEDS + 1];
    for (int k = 0; k <= h.many; ++k)
        ends[k] = value + end_values_.discharged(gone + k) + best_crowd_[h.many - k] + best_need_ + best_in_reach_ +
                  (h.many - k <= dying ? std::max(0.0, end_values_.empty) : 0.0);
    double best = NOTHING;
    for (int r = 0; r <= many[0]; ++r)
        for (int y = 0; y <= many[1]; ++y)
            for (int g = 0; g <= many[2]; ++g) {
                const double all = ends[r + y + g] + gains[0][r] + gains[1][y] + gains[2][g] +
                                   end_values_.reports(h.discharged[0] + r, h.discharged[1] + y, h.discharged[2] + g);
                if (all > best) {
                    best = all;
                    leaving = {r, y, g};
                }
            }
    return best;
}

double Judge::most(const Hospital& h) const {
    Leaving leaving;
    return most_of(h, leaving) + end_values_.point * h.points + end_values_.rescued * h.rescued +
           end_values_.patients(0, 0) * h.deaths;
}

void Judge::tune(const Hospital& h) {
    constexpr int TURNS = 120;
    std::vector<double> best_prices = prices_;
    double best = std::numeric_limits<double>::infinity(), step = 1.0;
    for (int turn = 0; turn < TURNS; ++turn) {
        set_prices();
        for (int i = 0; i < h.many; ++i)  // in ascending order; of all other patients nothing is asked here
            if (i == 0 || h.patients[i] != h.patients[i - 1]) plans_[h.patients[i]] = plan(h.patients[i]);
        Leaving leaving;
        const double bound = most_of(h, leaving);
        if (bound < best - ROUNDING) {
            best = bound;
            best_prices = prices_;
        } else {
            step *= 0.95;
        }
        // What the patients use, against what there is.
        std::vector<double> excess(prices_.size(), 0.0);
        int left = std::popcount(h.workers);
        for (const int d : by_price_) {
            if (!left || !(h.departments >> d & 1)) continue;
            excess[static_cast<std::size_t>(d)] -= resources_.all[static_cast<std::size_t>(d)].treatments;
            --left;
        }
        for (std::size_t w = 0; w < team_.workers.size(); ++w)
            if (h.workers >> w & 1) excess[team_.departments.size() + w] -= resources_.all[team_.departments.size() + w].treatments;
        excess.back() -= h.bags;
        std::vector<int> order(h.many);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return plans_[h.patients[a]].leave > plans_[h.patients[b]].leave;
        });
        for (const int k : order) {
            const Plan& plan = plans_[h.patients[k]];
            const u64 uses = leaving[static_cast<std::size_t>(own_of(h.patients[k]))]-- > 0 ? plan.leave_uses : plan.stay_uses;
            for (std::size_t r = 0; r < prices_.size(); ++r) excess[r] += static_cast<double>(uses >> r & 1);
        }
        double norm = 0.0;
        for (const double one : excess) norm += one * one;
        if (norm == 0.0) break;
        for (std::size_t r = 0; r < prices_.size(); ++r)
            prices_[r] = std::max(0.0, prices_[r] + step * excess[r] / std::sqrt(norm));
    }
    prices_ = best_prices;
    plan_all();
}

void Activation::expand(const Wards& from, std::size_t at, Wards& to) const {
    for_each_action(team_, from[at], [&](const Hospital& after, const Action&) { to.insert(after, static_cast<i32>(at)); });
}

bool Activation::all(std::size_t most, Wards& found) const {
    found.clear();
    found.insert(start_, 0);
    for (std::size_t at = 0; at < found.size(); ++at) {
        const Hospital here = found[at];  // the set may move while it grows
        for_each_action(team_, here, [&](const Hospital& after, const Action&) { found.insert(after, static_cast<i32>(at)); });
        if (found.size() > most) return false;
    }
    return true;
}

std::vector<Action> Activation::path(const Layers& layers, std::size_t layer, std::size_t at) const {
    std::vector<Action> actions;
    for (; layer > 0; --layer) {
        const Hospital goal = (*layers[layer])[at];
        at = static_cast<std::size_t>(layers[layer]->origin(at));
        bool done = false;
        for_each_action(team_, (*layers[layer - 1])[at], [&](const Hospital& after, const Action& action) {
            if (!done && after == goal) {
                actions.push_back(action);
                done = true;
            }
        });
    }
    std::reverse(actions.begin(), actions.end());
    return actions;
}

// Every action leads a layer further: it takes a worker or a blood bag. So a layer at a time is enough.
Found Activation::best(const EndValues& end_values, std::size_t width, std::size_t most, double seconds) const {
    const Effort effort{most, seconds};
    const Judge judge(team_, end_values);
    i64 states = 1;
    const Layers layers = beam(judge, width, states);
    std::size_t best = 0;
    std::vector<Hospital> guides;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        guides.push_back((*layers[layer])[0]);
        if (judge(guides[layer]) > judge(guides[best]) + ROUNDING) best = layer;
    }
    Found found = found_at(judge, layers, best, 0);
    found.states = states;
    if (most) prove(judge, guides, effort, end_values.grain, found);
    found.exact = most && found.bound <= found.value + ROUNDING;
    return found;
}

std::vector<Found> Activation::several(const EndValues& end_values, std::size_t width, std::size_t number) const {
    struct End {
        double value;
        std::size_t layer, at;
    };
    const Judge judge(team_, end_values);
    i64 states = 1;
    const Layers layers = beam(judge, width, states);
    std::vector<End> ends;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        for (std::size_t at = 0; at < layers[layer]->size(); ++at)
            ends.push_back({judge((*layers[layer])[at]), layer, at});
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.value > b.value; });
    std::vector<Found> found;
    Wards seen;
    for (const End& end : ends) {
        if (found.size() >= number) break;
        if (!seen.insert(after_neglect((*layers[end.layer])[end.at], static_cast<int>(end_values.neglect)), 0)) continue;
        found.push_back(found_at(judge, layers, end.layer, end.at));
        found.back().states = states;
    }
    return found;
}

Found Activation::found_at(const Judge& judge, const Layers& layers, std::size_t layer, std::size_t at) const {
    const Hospital& end = (*layers[layer])[at];
    return {judge(end), false, std::numeric_limits<double>::infinity(), 0, path(layers, layer, at), end};
}

// A beam: the most promising hospitals of each layer, the best first.
Activation::Layers Activation::beam(const Judge& judge, std::size_t width, i64& states) const {
    Layers layers;
    layers.push_back(std::make_unique<Wards>());
    layers.back()->insert(start_, 0);
    BeamStep step(team_, judge, width);
    while (true) {
        auto next = std::make_unique<Wards>();
        const std::size_t reached = step(*layers.back(), *next);
        if (!reached) return layers;
        states += static_cast<i64>(reached);
        layers.push_back(std::move(next));
    }
}

std::size_t BeamStep::operator()(const Wards& from, Wards& to) {
    all_.clear();
    lying_.clear();
    to.clear();
    order_.clear();
    copies_.clear();
    for (std::size_t at = 0; at < from.size(); ++at)
        for_each_action(team_, from[at], [&](const Hospital& after, const Action&) {
            if (all_.insert(after, static_cast<i32>(at))) order_.emplace_back(-judge_(after), order_.size());
        });
    const std::size_t reached = all_.size();
    std::make_heap(order_.begin(), order_.end(), std::greater<>());
    while (!order_.empty() && to.size() < width_) {
        std::pop_heap(order_.begin(), order_.end(), std::greater<>());
        const std::size_t at = order_.back().second;
        order_.pop_back();
        if (lying_.insert(Lying(all_[at]), 0))
            to.insert(all_[at], all_.origin(at));
        else
            copies_.push_back(at);
    }
    for (std::size_t k = 0; k < copies_.size() && to.size() < width_; ++k) to.insert(all_[copies_[k]], all_.origin(copies_[k]));
    return reached;
}

Hospital Activation::end(const Hospital& start, const Judge& judge, BeamStep& step) {
    Wards layers[2];
    layers[0].insert(start, 0);
    Hospital best = start;
    for (int layer = 0; step(layers[layer], layers[1 - layer]); layer = 1 - layer)
        if (judge(layers[1 - layer][0]) > judge(best) + ROUNDING) best = layers[1 - layer][0];
    return best;
}

// Branch and bound, layer by layer. Prices are chosen anew for each, at the hospital that the beam liked best there.
void Activation::prove(const Judge& judge, const std::vector<Hospital>& guides, const Effort& effort, double grain,
                       Found& found) const {
    constexpr std::size_t BETWEEN_LOOKS = 64;  // at the clock
    Layers layers;
    layers.push_back(std::make_unique<Wards>());
    layers.back()->insert(start_, 0);
    Judge first(judge);
    first.tune(start_);
    const double root = first.most(start_);
    std::size_t states = 1, best_layer = 0, best_at = 0;
    for (std::size_t layer = 0; layers.back()->size(); ++layer) {
        Judge here(judge);
        here.tune(guides[std::min(layer, guides.size() - 1)]);
        const Wards& from = *layers.back();
        auto to = std::make_unique<Wards>();
        for (std::size_t at = 0; at < from.size(); ++at) {
            const double least = found.value + grain - ROUNDING;
            const bool is_late = at % BETWEEN_LOOKS == 0 && effort.is_spent();
            if (!is_late && (first.most(from[at]) < least || here.most(from[at]) < least)) continue;
            const std::size_t before = to->size();
            expand(from, at, *to);
            for (std::size_t k = before; k < to->size(); ++k) {
                const double value = judge((*to)[k]);
                if (value <= found.value + ROUNDING) continue;
                found.value = value;
                best_layer = layers.size();
                best_at = k;
            }
            if (is_late || states + to->size() > effort.most) {
                found.bound = root;
                layers.push_back(std::move(to));
                if (best_layer) {
                    found.actions = path(layers, best_layer, best_at);
                    found.end = (*layers[best_layer])[best_at];
                }
                found.states += static_cast<i64>(states);
                return;
            }
        }
        states += to->size();
        layers.push_back(std::move(to));
    }
    found.states += static_cast<i64>(states);
    found.bound = found.value;
    if (best_layer) {
        found.actions = path(layers, best_layer, best_at);
        found.end = (*layers[best_layer])[best_at];
    }
}

}  // namespace clinic::dice

using namespace clinic;
using namespace clinic::dice;

namespace {

Hospital hospital_of(const View<u8, 1>& row) {
    Hospital h;
    std::memcpy(&h, row.data, sizeof h);
    return h;
}

}  // namespace

CLINIC_API i64 dice_deck_size() { return sizeof(DeckTables); }
CLINIC_API i64 dice_end_values_size() { return sizeof(EndValues); }

CLINIC_API Team* dice_team_new(const DeckTables* deck, const View<i32, 1>* departments, const View<i32, 1>* workers,
                               i64 fatalities) {
    auto* team = new Team;
    team->fatalities = static_cast<int>(fatalities);
    for (i64 k = 0; k < departments->shape[0]; ++k) {
        const i32* row = deck->departments.at((*departments)(k));
        team->departments.push_back({static_cast<Treatment>(row[0]), static_cast<Group>(row[1]), row[2], row[3], row[4],
                                     static_cast<unsigned>(row[5])});
        team->department_kinds.push_back((*departments)(k));
    }
    for (i64 k = 0; k < workers->shape[0]; ++k) {
        const i32* row = deck->workers.at((*workers)(k));
        team->workers.push_back({static_cast<Ability>(row[0]), row[1] != 0, row[2], row[3], row[4], row[5],
                                 static_cast<unsigned>(row[6]), row[7]});
        team->worker_kinds.push_back((*workers)(k));
    }
    return team;
}
CLINIC_API void dice_team_free(Team* team) { delete team; }

CLINIC_API Wards* dice_wards_new() { return new Wards; }
CLINIC_API void dice_wards_free(Wards* wards) { delete wards; }

// Every hospital an activation can come to; -1 where there are more than so many.
CLINIC_API i64 dice_all(const Team* team, const View<u8, 1>* start, i64 most, Wards* found) {
    const Activation activation(*team, hospital_of(*start));
    return activation.all(static_cast<std::size_t>(most), *found) ? static_cast<i64>(found->size()) : -1;
}
CLINIC_API void dice_found(const Wards* found, const View<u8, 2>* rows) {
    std::memcpy(rows->data, found->data(), found->size() * sizeof(Hospital));
}

// The best end of an activation. `numbers`: value, bound; `counts`: exact, states; returns how many actions lead there.
CLINIC_API i64 dice_best(const Team* team, const View<u8, 1>* start, const EndValues* end_values, i64 width, i64 most,
                         double seconds, const View<double, 1>* numbers, const View<i64, 1>* counts,
                         const View<u8, 2>* actions, const View<u8, 1>* end) {
    const Activation activation(*team, hospital_of(*start));
    const Found found =
        activation.best(*end_values, static_cast<std::size_t>(width), static_cast<std::size_t>(most), seconds);
    (*numbers)(0) = found.value;
    (*numbers)(1) = found.bound;
    (*counts)(0) = found.exact;
    (*counts)(1) = found.states;
    for (std::size_t k = 0; k < found.actions.size(); ++k)
        std::memcpy(actions->at(k), &found.actions[k], sizeof(Action));
    std::memcpy(end->data, &found.end, sizeof(Hospital));
    return static_cast<i64>(found.actions.size());
}

// Of activations by the same team: the best ends that a beam comes to, and their values.
CLINIC_API void dice_ends(const Team* team, const View<u8, 2>* starts, const EndValues* end_values, i64 width,
                          const View<double, 1>* values, const View<u8, 2>* ends) {
    const Judge judge(*team, *end_values);
    BeamStep step(*team, judge, static_cast<std::size_t>(width));
    for (i64 k = 0; k < starts->shape[0]; ++k) {
        Hospital start;
        std::memcpy(&start, starts->at(k), sizeof start);
        const Hospital end = Activation::end(start, judge, step);
        (*values)(k) = judge(end);
        std::memcpy(ends->at(k), &end, sizeof end);
    }
}

// The best ends of an activation that a beam finds: their values, how many actions lead to each, these, and the ends.
CLINIC_API i64 dice_several(const Team* team, const View<u8, 1>* start, const EndValues* end_values, i64 width,
                            const View<double, 1>* values, const View<i64, 1>* counts, const View<u8, 3>* actions,
                            const View<u8, 2>* ends) {
    const Activation activation(*team, hospital_of(*start));
    const auto number = static_cast<std::size_t>(values->shape[0]);
    const std::vector<Found> found = activation.several(*end_values, static_cast<std::size_t>(width), number);
    for (std::size_t k = 0; k < found.size(); ++k) {
        const auto at = static_cast<i64>(k);
        (*values)(at) = found[k].value;
        (*counts)(at) = static_cast<i64>(found[k].actions.size());
        for (std::size_t m = 0; m < found[k].actions.size(); ++m)
            std::memcpy(actions->at(at, static_cast<i64>(m)), &found[k].actions[m], sizeof(Action));
        std::memcpy(ends->at(at), &found[k].end, sizeof(Hospital));
    }
    return static_cast<i64>(found.size());
}
CLINIC_API i64 dice_action_size() { return sizeof(Action); }
