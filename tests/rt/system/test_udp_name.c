// test: bare.rt.udp_name program skip=77 unless=sanitize machine=bare
// Names of UDP as the system holds them.
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>

#include "system/udp_name.h"

static void resolves(const char *host, int family, const char *text)
{
    const tac_udp_address a = {.host = host, .port = 5000};
    tac_udp_name name;
    char shown[TAC_UDP_TEXT];
    const char *bad = tac_udp_resolve(&a, family, &name);
    cr_assert_null(bad, "%s: %s", host, bad);
    tac_udp_text(&name, shown);
    cr_expect_str_eq(shown, text);
}

// tests/bare_machine.py starts it where no file knows the name
Test(udp_name, localhost_needs_no_file_that_knows_it)
{
    resolves("localhost", AF_UNSPEC, "127.0.0.1:5000");
    resolves("LocalHost.", AF_INET, "127.0.0.1:5000");
    resolves("localhost", AF_INET6, "[::1]:5000");
}

Test(udp_name, no_host_is_all_of_this_machine)
{
    resolves("", AF_INET, "0.0.0.0:5000");
    resolves("", AF_INET6, "[::]:5000");
}

Test(udp_name, numbers_are_taken_as_they_are)
{
    resolves("127.0.0.2", AF_UNSPEC, "127.0.0.2:5000");
    resolves("::2", AF_UNSPEC, "[::2]:5000");
}
