// Golden hashes: the same bits from every compiler, optimization level and processor.
//
// The bytes of states after some steps of generated mechanisms, whose descriptions use only the
// project's own elementary functions. A change of the kernel that moves numbers moves these hashes:
// then it gets a line in the changelog and the new hashes, which the failure prints. A difference
// between builds of the same sources is a bug of the build; multiply-adds that a compiler fuses by itself
// are the usual reason.
#include <criterion/criterion.h>

#include "prepared.h"
#include "random_model.h"

static uint64_t hash(uint64_t h, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) {
        h = (h ^ byte[i]) * 0x100000001b3u; // FNV-1a
    }
    return h;
}

// Twenty mechanisms, started and stepped; failures count by their code.
static uint64_t hash_of(int order, tac_acceleration_mode mode)
{
    mechanism *m = mechanism_new();
    rng g = {7};
    uint64_t h = 0xcbf29ce484222325u;
    for (int k = 0; k < 20; k++) {
        random_anything(m, &g, 12);
        tac_options o = options_with(1e-3, 3);
        o.order = order;
        o.acceleration = mode;
        prepared r;
        prepared_open(&r, &m->d, &o);
        tac_code code = r.method->start(r.w, &r.s, NULL, &r.started).code;
        for (int i = 0; i < 50 && code == TAC_OK; i++) {
            code = tac_step(r.method, r.w, &r.s, NULL).code;
        }
        code = code == TAC_NO_RATES ? TAC_INCONSISTENT : code; // one and the same once
        h = hash(h, &code, sizeof code);
        h = hash(h, r.s.data, r.s.size);
        prepared_close(&r);
    }
    mechanism_free(m);
    return h;
}

static void expect_hash(uint64_t got, uint64_t expected)
{
    cr_expect_eq(got, expected, "hash 0x%016llx, expected 0x%016llx", (unsigned long long)got,
                 (unsigned long long)expected);
}

Test(bits, plain_steps)
{
    expect_hash(hash_of(2, TAC_INDEX1), 0xca186be4c09d0c24u);
}

Test(bits, steps_with_projected_accelerations)
{
    expect_hash(hash_of(2, TAC_PROJECTION), 0xc5d9a2679ba57707u);
}

Test(bits, extrapolated_steps)
{
    expect_hash(hash_of(4, TAC_INDEX1), 0xf6883cb525b72502u);
}
