#include "dice_hospital/last_bound.hpp"

#include <bit>
#include <cmath>
#include <numeric>

namespace clinic::dice {

namespace {

constexpr i64 NEVER = i64{1} << 50;  // dearer than anything
constexpr std::size_t POOL = 24;       // prices for a number of patients who leave
constexpr i64 TESTS_PER_TUNING = 400;  // hospitals
constexpr i64 FARTHEST = 8;            // points that prices are thought to be from good ones
constexpr int FIRST_TURNS = 150, TURNS = 30;

// What values somebody may have after a treatment; more than the best one when he leaves.
struct Values {
    std::array<int, BEST> all;
    int many = 0;
    const int* begin() const { return all.data(); }
    const int* end() const { return all.data() + many; }
};

Values values_after(const Resource& resource, int value) {
    Values found;
    if (resource.rolls) {
        for (int one = 1; one <= BEST; ++one) found.all[static_cast<std::size_t>(found.many++)] = one;
        return found;
    }
    found.all[static_cast<std::size_t>(found.many++)] = resource.flips ? BEST + 1 - value : value + resource.steps;
    if (resource.down && value > 1) found.all[static_cast<std::size_t>(found.many++)] = value - 1;
    return found;
}

}  // namespace

LastEndValues::LastEndValues(const EndValues& end_values)
    : bag(std::llround(end_values.bags(1) - end_values.bags(0))),
      death(std::llround(end_values.patients(0, 0))),
      empty(std::llround(end_values.empty)),
      point(std::llround(end_values.point)),
      rescued(std::llround(end_values.rescued)),
      neglect(static_cast<int>(end_values.neglect)),
      side_(static_cast<int>(end_values.reports.shape[0])) {
    for (i64 k = 0; k < end_values.discharged.size(); ++k) points_.push_back(std::llround(end_values.discharged.data[k]));
    for (i64 k = 0; k < end_values.reports.size(); ++k) reports_.push_back(std::llround(end_values.reports.data[k]));
}

LastBound::LastBound(const Team& team, const LastEndValues& end_values, const Hospital& start)
    : team_(team), end_values_(end_values), resources_(team), start_(start) {
    for (std::size_t r = 0; r < resources_.all.size(); ++r) {
        by_value_.push_back(by_value(r));
        first_.push_back(goods_);
        goods_ += by_value_[r] ? BEST : 1;
        const Resource& resource = resources_.all[r];
        only_rises_ = only_rises_ && !resource.flips && !resource.down && !resource.rolls;
    }
}

bool LastBound::by_value(std::size_t r) const {
    if (r >= team_.departments.size() || team_.departments[r].treatment == Treatment::RECOLOUR) return false;
    return team_.departments[r].group == Group::EQUAL || team_.departments[r].group == Group::CONSECUTIVE;
}

std::unique_ptr<LastBound::Prices> LastBound::priced(const std::vector<double>& wished) const {
    auto prices = std::make_unique<Prices>();
    for (const double price : wished) prices->of.push_back(std::max<i64>(0, std::llround(price)));
    find_paid(*prices);
    prices->departments.resize(team_.departments.size());
    std::iota(prices->departments.begin(), prices->departments.end(), 0);
    auto paid = [&](int d) { return prices->paid[static_cast<std::size_t>(d)]; };
    std::stable_sort(prices->departments.begin(), prices->departments.end(),
                     [&](int a, int b) { return paid(a) > paid(b); });
    find_lowest(*prices);
    return prices;
}

// What the patients pay whom a department treats at once: a group of the values for which that is most.
void LastBound::find_paid(Prices& prices) const {
    for (std::size_t d = 0; d < team_.departments.size(); ++d) {
        const int many = resources_.all[d].treatments;
        i64 most = by_value_[d] ? 0 : prices.of[first_[d]] * many;
        int value = 0;
        for (int first = 1; by_value_[d] && first <= BEST; ++first) {
            i64 all = 0;
            bool may = true;
            for (int k = 0; k < many; ++k) {
                const int one = team_.departments[d].group == Group::EQUAL ? first : first + k;
                may = may && one <= BEST && has(resources_.all[d].values, one);
                if (may) all += prices.of[good(d, one)];
            }
            if (!may || (value && all <= most)) continue;
            most = all;
            value = first;
        }
        prices.paid.push_back(most);
        prices.value.push_back(value);
    }
}

// What a treatment costs somebody who counts as a colour: perhaps a blood bag for another one, too (6.10).
i64 LastBound::step_cost(const Prices& prices, std::size_t r, int value, int colour) const {
    const Resource& resource = resources_.all[r];
    const bool by_bag = resource.colour != ANY && resource.colour != colour && !resources_.free_colours;
    return prices.of[good(r, value)] + (by_bag ? prices.of.back() : 0);
}

// The cheapest way to leave, if every resource could be used again and again.
void LastBound::find_lowest(Prices& prices) const {
    for (auto& table : prices.lowest)
        for (auto& row : table) row.fill(NEVER);
    for (bool changed = true; changed;) {
        changed = false;
        for (int value = BEST; value >= 1; --value)
            for (int colour = 0; colour < COLOURS; ++colour)
                for (std::size_t r = 0; r < resources_.all.size(); ++r) {
                    const Resource& resource = resources_.all[r];
                    if (!resource.treatments || !has(resource.values, value)) continue;
                    const int now = resource.colour == ANY ? colour : resource.colour;
                    const i64 cost = step_cost(prices, r, value, colour);
                    const bool by_department = r < team_.departments.size();
                    for (const int after : values_after(resource, value)) {
                        const i64 rest = after > BEST ? 0 : lowest_of(prices, by_department, after, now);
                        for (int just = waits(r); just < 2; ++just) {
                            auto& row = prices.lowest[static_cast<std::size_t>(just)][static_cast<std::size_t>(value)];
                            i64& lowest = row[static_cast<std::size_t>(colour)];
                            if (cost + rest >= lowest) continue;
                            lowest = cost + rest;
                            changed = true;
                        }
                    }
                }
    }
}

i64 LastBound::lowest_of(const Prices& prices, bool just, int value, int colour) const {
    return prices.lowest[just][static_cast<std::size_t>(value)][static_cast<std::size_t>(colour)];
}

// The cheapest way to leave with each resource used once at most, bags apart.
void LastBound::explore(const Prices& prices, int value, int colour, bool just, u64 used, i64 paid, unsigned seen,
                        const Purchase& bought, Plan& best) const {
    for (std::size_t r = 0; r < resources_.all.size(); ++r) {
        const Resource& resource = resources_.all[r];
        const bool is_bag = r + 1 == resources_.all.size();
        if (!resource.treatments || (!is_bag && used >> r & 1) || !has(resource.values, value)) continue;
        if (!just && waits(r)) continue;
        const bool by_bag = resource.colour != ANY && resource.colour != colour && !resources_.free_colours;
        const i64 cost = paid + step_cost(prices, r, value, colour);
        const int now = resource.colour == ANY ? colour : resource.colour;
        Purchase more = bought;
        if (!is_bag) more.goods[static_cast<std::size_t>(more.many++)] = static_cast<u8>(good(r, value));
        more.bags += is_bag + by_bag;
        const u64 uses = used | u64{1} << r;
        const bool by_department = r < team_.departments.size();
        for (const int after : values_after(resource, value))
            enter(prices, after, now, by_department, uses, cost, seen, more, best);
    }
}

void LastBound::enter(const Prices& prices, int after, int colour, bool just, u64 used, i64 paid, unsigned seen,
                      const Purchase& bought, Plan& best) const {
    if (after > BEST) {
        if (paid >= best.leave) return;
        best.leave = paid;
        best.leave_uses = bought;
    } else if (after >= 1 && !has(seen, after) &&
               paid + lowest_of(prices, just, after, colour) < best.leave) {
        explore(prices, after, colour, just, used, paid, seen | 1u << after, bought, best);
    }
}

const LastBound::Plan& LastBound::plan(Prices& prices, Code code) const {
    Plan& plan = prices.plans[code];
    if (plan.known) return plan;
    plan = {NEVER, 0, {}, {}, true};
    const int value = value_of(code), colour = now_of(code);
    explore(prices, value, colour, false, 0, 0, 1u << value, {}, plan);
    if (end_values_.dies(code)) {
        plan.stay = end_values_.death * UNIT;
        for (std::size_t r = 0; r < resources_.all.size(); ++r) {
            const Resource& resource = resources_.all[r];
            if (!resource.treatments || !has(resource.values, value) || waits(r)) continue;
            const i64 cost = step_cost(prices, r, value, colour);
            if (-cost <= plan.stay) continue;
            const bool is_bag = r + 1 == resources_.all.size();
            plan.stay = -cost;
            plan.stay_uses = {};
            plan.stay_uses.goods[0] = static_cast<u8>(good(r, value));
            plan.stay_uses.many = !is_bag;
            plan.stay_uses.bags = is_bag + (cost > prices.of[good(r, value)]);
        }
    }
    return plan;
}

int LastBound::may_die(const Hospital& h) const {
    int number = 0;
    for (int i = 0; i < h.many; ++i) number += end_values_.dies(h.patients[i]);
    for (std::size_t w = 0; w < team_.workers.size(); ++w)
        number += (h.workers >> w & 1) && team_.workers[w].ability == Ability::UP_AND_DOWN;
    return number;
}

// 7.3: blood bags that workers may still bring.
int LastBound::gained_bags(const Hospital& h) const {
    int number = 0;
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        if (!(h.workers >> w & 1)) continue;
        if (team_.workers[w].ability == Ability::BLOOD_BAG) number += team_.workers[w].amount;
        if (team_.workers[w].ability == Ability::FATALITY_TO_BLOOD_BAG) ++number;
    }
    return number;
}

// Departments that are free and may find as many patients as they need (6.2).
unsigned LastBound::usable(const Hospital& h) const {
    const int recoloured = resources_.free_colours ? BEDS : h.bags + gained_bags(h);
    unsigned found = 0;
    for (std::size_t d = 0; d < team_.departments.size(); ++d) {
        const Department& department = team_.departments[d];
        if (!(h.departments >> d & 1)) continue;
        const int most_value = static_cast<int>(std::bit_width(department.values)) - 1;
        int there = 0, others = 0;
        for (int i = 0; i < h.many; ++i) {
            if (only_rises_ && value_of(h.patients[i]) > most_value) continue;
            ++(department.colour == ANY || now_of(h.patients[i]) == department.colour ? there : others);
        }
        const int wanted = department.treatment == Treatment::RECOLOUR ? 1 : department.patients;
        if (there + std::min(others, recoloured) >= wanted) found |= 1u << d;
    }
    return found;
}

// All that is for sale: a department for each worker who is free, his own effect, and blood bags.
i64 LastBound::supply(const Prices& prices, const Hospital& h, unsigned usable) const {
    int left = std::popcount(h.workers);
    i64 total = 0;
    for (const int d : prices.departments) {
        if (!left) break;
        if (!(usable >> d & 1)) continue;
        total += prices.paid[static_cast<std::size_t>(d)];
        --left;
    }
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        if (!(h.workers >> w & 1)) continue;
        const std::size_t r = team_.departments.size() + w;
        total += prices.of[first_[r]] * resources_.all[r].treatments;
        const Worker& worker = team_.workers[w];
        if (worker.ability == Ability::POINTS) total += std::max<i64>(0, end_values_.point * worker.amount) * UNIT;
        if (worker.ability == Ability::FATALITY_TO_BLOOD_BAG) total += std::max<i64>(0, end_values_.rescued) * UNIT;
    }
    return total + (h.bags + gained_bags(h)) * std::max(prices.of.back(), end_values_.bag * UNIT);
}

i64 LastBound::settled(const Hospital& h) const {
    return UNIT * (end_values_.point * h.points + end_values_.rescued * h.rescued + end_values_.death * h.deaths);
}

// The most if so many leave from here on.
i64 LastBound::most(Prices& prices, const Hospital& h, unsigned usable, int leave, Leaving* leaving) const {
    i64 total = supply(prices, h, usable) + settled(h), gains[COLOURS][BEDS + 1];
    int many[COLOURS] = {};
    for (int i = 0; i < h.many; ++i) {
        const Plan& one = plan(prices, h.patients[i]);
        total += one.stay;
        const int own = own_of(h.patients[i]);
        const i64 gain = -one.leave - one.stay;
        int at = ++many[own];
        for (; at > 1 && gains[own][at - 1] < gain; --at) gains[own][at] = gains[own][at - 1];
        gains[own][at] = gain;
    }
    for (int colour = 0; colour < COLOURS; ++colour) {
        gains[colour][0] = 0;
        for (int k = 1; k <= many[colour]; ++k) gains[colour][k] += gains[colour][k - 1];
    }
    total += UNIT * end_values_.points(h.discharged_in_all() + leave);
    if (h.many - leave <= may_die(h)) total += UNIT * std::max<i64>(0, end_values_.empty);
    i64 best = -NEVER;
    for (int r = std::max(0, leave - many[1] - many[2]); r <= std::min(leave, many[0]); ++r)
        for (int y = std::max(0, leave - r - many[2]); y <= std::min(leave - r, many[1]); ++y) {
            const int g = leave - r - y;
            const i64 all = gains[0][r] + gains[1][y] + gains[2][g] +
                            UNIT * end_values_.reports(h.discharged[0] + r, h.discharged[1] + y, h.discharged[2] + g);
            if (all <= best) continue;
            best = all;
            if (leaving) *leaving = {r, y, g};
        }
    return total + best;
}

// What the patients use of each resource, less what there is.
std::vector<double> LastBound::excess(Prices& prices, const Hospital& h, unsigned usable, Leaving leaving) const {
    std::vector<double> found(prices.of.size(), 0.0);
    int left = std::popcount(h.workers);
    for (const int d : prices.departments) {
        if (!left) break;
        if (!(usable >> d & 1)) continue;
        const auto r = static_cast<std::size_t>(d);
        const int many = resources_.all[r].treatments;
        const bool equal = team_.departments[r].group == Group::EQUAL;
        if (!by_value_[r])
            found[first_[r]] -= many;
        else if (prices.value[r])
            for (int k = 0; k < many; ++k) found[good(r, prices.value[r] + (equal ? 0 : k))] -= 1;
        --left;
    }
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        const std::size_t r = team_.departments.size() + w;
        if (h.workers >> w & 1) found[first_[r]] -= resources_.all[r].treatments;
    }
    if (prices.of.back() >= end_values_.bag * UNIT) found.back() -= h.bags + gained_bags(h);
    std::array<int, BEDS> order;
    std::iota(order.begin(), order.begin() + h.many, 0);
    auto gain = [&](int k) { return -prices.plans[h.patients[k]].leave - prices.plans[h.patients[k]].stay; };
    std::stable_sort(order.begin(), order.begin() + h.many, [&](int a, int b) { return gain(a) > gain(b); });
    for (int k = 0; k < h.many; ++k) {
        const Code code = h.patients[order[static_cast<std::size_t>(k)]];
        const Plan& plan = prices.plans[code];
        const bool leaves = leaving[static_cast<std::size_t>(own_of(code))]-- > 0;
        const Purchase& uses = leaves ? plan.leave_uses : plan.stay_uses;
        for (int k = 0; k < uses.many; ++k) found[uses.goods[static_cast<std::size_t>(k)]] += 1.0;
        found.back() += uses.bags;
    }
    return found;
}

// Prices that exclude `least` from a hospital on, or come near it, by a subgradient method; the bound they make.
i64 LastBound::tune(const Hospital& h, int leave, i64 least, int turns) {
    Pool& pool = pools_[static_cast<std::size_t>(h.discharged_in_all() + leave - start_.discharged_in_all())];
    const unsigned usable = this->usable(h);
    std::vector<double> at(goods_, static_cast<double>(UNIT));
    i64 before = NEVER;
    for (const auto& prices : pool) {
        const i64 bound = most(*prices, h, usable, leave);
        if (bound >= before) continue;
        before = bound;
        at.assign(prices->of.begin(), prices->of.end());
    }
    double pace = 1.0;
    int stale = 0;
    i64 best = NEVER;
    std::unique_ptr<Prices> found;
    for (int turn = 0; turn < turns && best >= least * UNIT; ++turn) {
        auto prices = priced(at);
        Leaving leaving{};
        const i64 bound = most(*prices, h, usable, leave, &leaving);
        const std::vector<double> excess = this->excess(*prices, h, usable, leaving);
        if (bound < best) {
            best = bound;
            found = std::move(prices);
            stale = 0;
        } else if (++stale == 3) {
            pace *= 0.6;
            stale = 0;
        }
        double norm = 0.0;
        for (const double one : excess) norm += one * one;
        if (norm == 0.0) break;
        const i64 ahead = std::min(bound - least * UNIT + UNIT / 2, FARTHEST * UNIT);
        const double step = pace * static_cast<double>(ahead) / norm;
        for (std::size_t r = 0; r < at.size(); ++r) at[r] = std::max(0.0, at[r] + step * excess[r]);
    }
    if (best < before) {
        pool.push_front(std::move(found));
        if (pool.size() > POOL) pool.pop_back();
    }
    return std::min(best, before);
}

i64 LastBound::root(i64 least) {
    i64 highest = -NEVER;
    for (int leave = 0; leave <= start_.many; ++leave) {
        const i64 bound = tune(start_, leave, least, FIRST_TURNS);
        excluded_[static_cast<std::size_t>(leave)] = bound < least * UNIT;
        highest = std::max(highest, bound);
    }
    return whole_points(highest);
}

i64 LastBound::whole_points(i64 units) { return units >= 0 ? units / UNIT : -((-units + UNIT - 1) / UNIT); }

i64 LastBound::of_start(const Hospital& h, i64 least, int turns) {
    const unsigned usable = this->usable(h);
    i64 highest = -NEVER;
    for (int leave = 0; leave <= h.many; ++leave) {
        i64 bound = NEVER;
        for (const auto& prices : pools_[static_cast<std::size_t>(leave)])
            bound = std::min(bound, most(*prices, h, usable, leave));
        if (bound >= least * UNIT && (turns || bound == NEVER)) bound = tune(h, leave, least, std::max(1, turns));
        highest = std::max(highest, bound);
    }
    return whole_points(highest);
}

bool LastBound::may_reach(const Hospital& h, i64 least) {
    const int gone = h.discharged_in_all() - start_.discharged_in_all();
    const unsigned usable = this->usable(h);
    ++tests_;
    for (int leave = h.many; leave >= 0; --leave) {
        const auto number = static_cast<std::size_t>(gone + leave);
        if (excluded_[number]) continue;
        Pool& pool = pools_[number];
        bool open = true;
        for (std::size_t k = 0; open && k < pool.size(); ++k) {
            if (most(*pool[k], h, usable, leave) >= least * UNIT) continue;
            open = false;
            if (k) std::swap(pool[k], pool[k - 1]);
        }
        if (open && tests_ >= TESTS_PER_TUNING) {
            tests_ = 0;
            open = tune(h, leave, least, TURNS) >= least * UNIT;
        }
        if (open) return true;
    }
    return false;
}

i64 LastBound::promise(const Hospital& h, i64 least) {
    const int gone = h.discharged_in_all() - start_.discharged_in_all();
    const unsigned usable = this->usable(h);
    i64 best = -NEVER;
    for (int leave = h.many; leave >= 0; --leave) {
        const auto number = static_cast<std::size_t>(gone + leave);
        if (excluded_[number] || pools_[number].empty()) continue;
        i64 lowest = NEVER;
        for (std::size_t k = 0; k < std::min<std::size_t>(2, pools_[number].size()); ++k)
            lowest = std::min(lowest, most(*pools_[number][k], h, usable, leave));
        if (lowest >= least * UNIT) best = std::max(best, lowest);
    }
    return best;
}

}  // namespace clinic::dice
