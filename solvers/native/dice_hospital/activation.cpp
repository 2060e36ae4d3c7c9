#include "dice_hospital/activation.hpp"

#include <bit>
#include <cmath>
#include <numeric>

namespace clinic::dice {

namespace {

constexpr double NOTHING = -1e18;
constexpr double ROUNDING = 1e-9;
constexpr int MOST_DEPTH = 6;  // treatments of one patient

}  // namespace

Judge::Judge(const Team& team, const Worth& worth) : team_(team), worth_(worth) {
    for (int code = 0; code < CODES; ++code) {
        const Code after = neglected(static_cast<Code>(code), static_cast<int>(worth.neglect));
        now_[code] = worth.patients(own_of(static_cast<Code>(code)), after == NOBODY ? 0 : value_of(after));
    }
    for (const Department& d : team.departments) {
        const bool heals = d.treatment == Treatment::HEAL, flips = d.treatment == Treatment::FLIP;
        resources_.push_back({heals || flips ? d.patients : 0, d.steps, d.colour, d.values, flips, 0.0});
    }
    for (const Worker& w : team.workers) {
        const bool others = w.ability == Ability::OTHER, extra = w.ability == Ability::EXTRA;
        const bool one = extra || w.ability == Ability::SAME_VALUE || w.ability == Ability::UP_AND_DOWN;
        const int steps = w.ability == Ability::UP_AND_DOWN ? 1 : w.steps;
        resources_.push_back({others ? w.patients : one ? 1 : 0, steps, extra ? w.colour : others ? w.target : ANY,
                              w.values, false, 0.0});
    }
    resources_.push_back({1, 1, ANY, ~0u, false, 0.0});
    by_price_.resize(team.departments.size());
    std::fill(best_reports_, best_reports_ + BEDS + 2, NOTHING);
    const auto& shape = worth.reports.shape;
    for (i64 r = 0; r < shape[0]; ++r)
        for (i64 y = 0; y < shape[1]; ++y)
            for (i64 g = 0; g < shape[2]; ++g)
                for (i64 n = r + y + g; n <= BEDS + 1; ++n)
                    best_reports_[n] = std::max(best_reports_[n], worth.reports(r, y, g));
    for (int n = 0; n < BEDS + 2; ++n)
        best_crowd_[n] = std::max(n ? best_crowd_[n - 1] : NOTHING, worth.crowd(std::min<i64>(n, worth.crowd.shape[0] - 1)));
    plan_all();
}

double Judge::operator()(const Hospital& h) const {
    double total = worth_.bags(h.bags) + worth_.point * h.points + worth_.rescued * h.rescued;
    total += worth_.patients(0, 0) * h.deaths;
    int staying = h.many;
    for (int i = 0; i < h.many; ++i) {
        total += now_[h.patients[i]];
        staying -= neglected(h.patients[i], static_cast<int>(worth_.neglect)) == NOBODY;
    }
    total += worth_.crowd(staying) + (staying == 0 ? worth_.empty : 0.0);
    total += worth_.discharged(std::min<i64>(h.discharged_in_all(), worth_.discharged.shape[0] - 1));
    return total + worth_.reports(h.discharged[0], h.discharged[1], h.discharged[2]);
}

// What a patient can make of treatments one after the other, each resource used once at most.
void Judge::explore(Code code, int value, int colour, u64 used, double paid, Plan& best) const {
    if (used) {
        const double stays = now_[as_colour(static_cast<Code>(rested(code) - value_of(code) + value), colour)] - paid;
        if (stays > best.stay) {
            best.stay = stays;
            best.stay_uses = used;
        }
    }
    if (std::popcount(used) >= MOST_DEPTH) return;
    const std::size_t bag = resources_.size() - 1;
    for (std::size_t r = 0; r < resources_.size(); ++r) {
        const Resource& resource = resources_[r];
        if (!resource.treatments || (r != bag && used >> r & 1) || !has(resource.values, value)) continue;
        // 6.10 (b): a bag gives him the colour; what it would take is no more than that.
        const double colouring = resource.colour == ANY || resource.colour == colour ? 0.0 : resources_[bag].price;
        const bool recoloured = resource.colour != ANY && resource.colour != colour;
        const int after = resource.flips ? BEST + 1 - value : value + resource.steps;
        if (after <= value) continue;
        const double cost = paid + resource.price + colouring;
        const u64 uses = used | u64{1} << r | (recoloured ? u64{1} << bag : 0);
        if (after > BEST) {
            if (-cost > best.leave) {
                best.leave = -cost;
                best.leave_uses = uses;
            }
            continue;
        }
        if (-cost <= best.leave && now_best_ - cost <= best.stay) continue;  // dearer than what is known already
        explore(code, after, recoloured ? resource.colour : colour, uses, cost, best);
    }
}

Judge::Plan Judge::plan(Code code) const {
    Plan best{now_[code], NOTHING, 0, 0};
    explore(code, value_of(code), now_of(code), 0, 0.0, best);
    best.leave -= best.stay;
    return best;
}

void Judge::plan_all() {
    now_best_ = *std::max_element(now_, now_ + CODES);
    for (int code = 0; code < CODES; ++code) plans_[code] = plan(static_cast<Code>(code));
    std::iota(by_price_.begin(), by_price_.end(), 0);
    auto value = [&](int d) {
        const Resource& resource = resources_[static_cast<std::size_t>(d)];
        return resource.price * resource.treatments;
    };
    std::stable_sort(by_price_.begin(), by_price_.end(), [&](int a, int b) { return value(a) > value(b); });
    const double price = resources_.back().price;
    for (int bags = 0; bags < BEDS * 4; ++bags) {
        bags_[bags] = NOTHING;
        for (int used = 0; used <= bags; ++used)
            bags_[bags] = std::max(bags_[bags], price * used + worth_.bags(std::min<i64>(bags - used, worth_.bags.shape[0] - 1)));
    }
}

// All that is for sale: a department for each worker who is free, his own effect, and blood bags.
double Judge::supply_of(const Hospital& h) const {
    int left = std::popcount(h.workers), bags = h.bags, rescued = 0;
    double total = 0.0;
    for (const int d : by_price_) {
        if (!left) break;
        if (!(h.departments >> d & 1)) continue;
        const Resource& resource = resources_[static_cast<std::size_t>(d)];
        total += resource.price * resource.treatments;
        --left;
    }
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        if (!(h.workers >> w & 1)) continue;
        const Resource& resource = resources_[team_.departments.size() + w];
        total += resource.price * resource.treatments;
        const Worker& worker = team_.workers[w];
        if (worker.ability == Ability::POINTS) total += std::max(0.0, worth_.point * worker.amount);
        if (worker.ability == Ability::BLOOD_BAG) bags += worker.amount;
        if (worker.ability == Ability::FATALITY_TO_BLOOD_BAG) ++bags, ++rescued;
    }
    return total + bags_[bags] + std::max(0.0, worth_.rescued * rescued);
}

// 8.1, 7.3: how many may be dead at the end, who leave the wards empty as well.
int Judge::may_die(const Hospital& h) const {
    int number = 0;
    for (int i = 0; i < h.many; ++i)
        number += neglected(h.patients[i], static_cast<int>(worth_.neglect)) == NOBODY;
    for (std::size_t w = 0; w < team_.workers.size(); ++w)
        number += (h.workers >> w & 1) && team_.workers[w].ability == Ability::UP_AND_DOWN;
    return number;
}

double Judge::most_of(const Hospital& h, int& leaving) const {
    double value = supply_of(h), leave[BEDS];
    for (int i = 0; i < h.many; ++i) {
        value += plans_[h.patients[i]].stay;
        leave[i] = plans_[h.patients[i]].leave;
    }
    std::sort(leave, leave + h.many, [](double a, double b) { return a > b; });
    const int gone = h.discharged_in_all(), dying = may_die(h);
    double best = NOTHING;
    for (int k = 0; k <= h.many; ++k) {
        const int all = std::min(gone + k, BEDS + 1);
        double ends = worth_.discharged(std::min<i64>(all, worth_.discharged.shape[0] - 1)) + best_reports_[all] +
                      best_crowd_[h.many - k];
        if (h.many - k <= dying) ends += std::max(0.0, worth_.empty);
        if (value + ends > best) {
            best = value + ends;
            leaving = k;
        }
        if (k < h.many) value += leave[k];
    }
    return best;
}

double Judge::most(const Hospital& h) const {
    int leaving = 0;
    return most_of(h, leaving) + worth_.point * h.points + worth_.rescued * h.rescued +
           worth_.patients(0, 0) * h.deaths;
}

void Judge::tune(const Hospital& h) {
    constexpr int TURNS = 120;
    std::vector<double> best_prices(resources_.size(), 0.0);
    double best = std::numeric_limits<double>::infinity(), step = 1.0;
    for (int turn = 0; turn < TURNS; ++turn) {
        plan_all();
        int leaving = 0;
        const double bound = most_of(h, leaving);
        if (bound < best - ROUNDING) {
            best = bound;
            for (std::size_t r = 0; r < resources_.size(); ++r) best_prices[r] = resources_[r].price;
        } else {
            step *= 0.95;
        }
        // What the patients use, against what there is.
        std::vector<double> excess(resources_.size(), 0.0);
        int left = std::popcount(h.workers);
        for (const int d : by_price_) {
            if (!left || !(h.departments >> d & 1)) continue;
            excess[static_cast<std::size_t>(d)] -= resources_[static_cast<std::size_t>(d)].treatments;
            --left;
        }
        for (std::size_t w = 0; w < team_.workers.size(); ++w)
            if (h.workers >> w & 1) excess[team_.departments.size() + w] -= resources_[team_.departments.size() + w].treatments;
        excess.back() -= h.bags;
        std::vector<int> order(h.many);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return plans_[h.patients[a]].leave > plans_[h.patients[b]].leave;
        });
        for (int k = 0; k < h.many; ++k) {
            const Plan& plan = plans_[h.patients[order[static_cast<std::size_t>(k)]]];
            const u64 uses = k < leaving ? plan.leave_uses : plan.stay_uses;
            for (std::size_t r = 0; r < resources_.size(); ++r) excess[r] += static_cast<double>(uses >> r & 1);
        }
        double norm = 0.0;
        for (const double one : excess) norm += one * one;
        if (norm == 0.0) break;
        for (std::size_t r = 0; r < resources_.size(); ++r)
            resources_[r].price = std::max(0.0, resources_[r].price + step * excess[r] / std::sqrt(norm));
    }
    for (std::size_t r = 0; r < resources_.size(); ++r) resources_[r].price = best_prices[r];
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
Found Activation::best(const Worth& worth, std::size_t width, std::size_t most) const {
    const Judge judge(team_, worth);
    Found found{judge(start_), true, 0.0, 1, {}, start_};
    std::vector<Hospital> guides = beam(judge, width, found);
    found.bound = std::numeric_limits<double>::infinity();
    if (most) prove(judge, worth, guides, most, found);
    found.exact = most && found.bound <= found.value + ROUNDING;
    return found;
}

// A beam: the most promising hospitals of each layer; the best of each, for whoever looks for prices there.
std::vector<Hospital> Activation::beam(const Judge& judge, std::size_t width, Found& found) const {
    Layers layers;
    layers.push_back(std::make_unique<Wards>());
    layers.back()->insert(start_, 0);
    std::vector<Hospital> guides{start_};
    std::size_t best_layer = 0, best_at = 0;
    std::vector<std::pair<double, std::size_t>> order;
    while (layers.back()->size()) {
        Wards all;
        for (std::size_t at = 0; at < layers.back()->size(); ++at) expand(*layers.back(), at, all);
        found.states += static_cast<i64>(all.size());
        order.clear();
        for (std::size_t at = 0; at < all.size(); ++at) order.emplace_back(-judge(all[at]), at);
        const std::size_t kept = std::min(width, all.size());
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end());
        auto next = std::make_unique<Wards>();
        for (std::size_t k = 0; k < kept; ++k) next->insert(all[order[k].second], all.origin(order[k].second));
        if (kept) guides.push_back((*next)[0]);
        if (kept && -order[0].first > found.value + ROUNDING) {
            found.value = -order[0].first;
            best_layer = layers.size();
            best_at = 0;
        }
        layers.push_back(std::move(next));
    }
    if (best_layer) {
        found.actions = path(layers, best_layer, best_at);
        found.end = (*layers[best_layer])[best_at];
    }
    return guides;
}

// Branch and bound, layer by layer. Prices are chosen anew for each, at the hospital that the beam liked best there.
void Activation::prove(const Judge& judge, const Worth& worth, const std::vector<Hospital>& guides, std::size_t most,
                       Found& found) const {
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
            const double least = found.value + worth.grain - ROUNDING;
            if (first.most(from[at]) < least || here.most(from[at]) < least) continue;
            const std::size_t before = to->size();
            expand(from, at, *to);
            for (std::size_t k = before; k < to->size(); ++k) {
                const double value = judge((*to)[k]);
                if (value <= found.value + ROUNDING) continue;
                found.value = value;
                best_layer = layers.size();
                best_at = k;
            }
            if (states + to->size() > most) {
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
CLINIC_API i64 dice_worth_size() { return sizeof(Worth); }

CLINIC_API Team* dice_team_new(const DeckTables* deck, const View<i32, 1>* departments, const View<i32, 1>* workers) {
    auto* team = new Team;
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
CLINIC_API i64 dice_best(const Team* team, const View<u8, 1>* start, const Worth* worth, i64 width, i64 most,
                         const View<double, 1>* numbers, const View<i64, 1>* counts, const View<u8, 2>* actions,
                         const View<u8, 1>* end) {
    const Activation activation(*team, hospital_of(*start));
    const Found found = activation.best(*worth, static_cast<std::size_t>(width), static_cast<std::size_t>(most));
    (*numbers)(0) = found.value;
    (*numbers)(1) = found.bound;
    (*counts)(0) = found.exact;
    (*counts)(1) = found.states;
    for (std::size_t k = 0; k < found.actions.size(); ++k)
        std::memcpy(actions->at(k), &found.actions[k], sizeof(Action));
    std::memcpy(end->data, &found.end, sizeof(Hospital));
    return static_cast<i64>(found.actions.size());
}
CLINIC_API i64 dice_action_size() { return sizeof(Action); }
