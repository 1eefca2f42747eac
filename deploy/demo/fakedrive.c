/* fakedrive.so - drives that exist only for a preloaded process: the real smartctl / smartd read them by their own
 * SG_IO (SAT) and NVMe ioctls, so the real parser, database, exit status and JSON are exercised on any drive state.
 *
 *   gcc -O2 -Wall -shared -fPIC -o fakedrive.so fakedrive.c -ldl
 *   FAKEDRIVE=/dir LD_PRELOAD=./fakedrive.so smartctl -x -d sat /dev/sdq        # described by /dir/sdq
 *   FAKEDRIVE=/dir LD_PRELOAD=./fakedrive.so smartctl -x -d nvme /dev/nvme7     # described by /dir/nvme7
 *
 * A description is read anew at every command (so it can change under a running daemon), one item a line:
 *   type ata|nvme   model TEXT   serial TEXT   firmware TEXT   wwn N   sectors N   rpm N (1 = SSD)
 *   delay_ms N [UNTIL]   every command takes that long, until that second of the epoch      fail ERRNO   every command fails with it
 *   attr ID FLAGS VALUE WORST THRESH RAW                    (ATA; numbers as in C)
 *   status failing                                          (ATA: SMART RETURN STATUS says the threshold is exceeded)
 *   power standby                                           (ATA: CHECK POWER MODE says the drive sleeps)
 *   testing PERCENT                                         (ATA: a self-test runs, so much of it remains)
 *   devstat MAXTEMP                                         (ATA: device statistics, log 04h, filled from the attributes)
 *   selftest TYPE STATUS HOURS LBA [PERCENT]                (ATA; newest first; STATUS 0 ok, 1 aborted, 7 read failure; remaining)
 *   short_seconds N  long_seconds N  conveyance_seconds N   (how long self-tests take; 120, 7200, and 0: not offered)
 *   bad_lba N       each self-test ends there with a read failure       refuse_tests 1   none starts
 *   abort_tests 1   each ends after a tenth as aborted by the host      stuck_at PERCENT  so much always remains
 *   errors COUNT HOURS LBA                                  (ATA: error log with that count, newest UNC at LBA)
 *   warning N  kelvin N  spare N  spare_thresh N  used N  media N  hours N  cycles N  unsafe N  errlog N   read N   written N
 *   pci N                                                   (NVMe: all of these; pci is the vendor's id)
 *
 * Self-tests that are really started live in NAME.selftest beside the description, which only this library writes, and
 * replaces as a whole: "running TYPE SECOND" (of the epoch, when it was started) and lines "selftest" as above. They take
 * their time by the clock and are settled by the first command after their end. An ATA type is 1 short, 2 long, 3 conveyance.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define FDS 1024
#define PAGES 8                                                           /* sectors of log 04h */
#define TESTS 21                                                          /* entries of log 06h */
static char *path_of[FDS];

struct attr { unsigned id, flags, value, worst, thresh; unsigned long long raw; };
struct test { unsigned type, status, hours; unsigned long long lba; unsigned remaining; };
struct drive {
    char type[8], model[41], serial[21], firmware[9];
    unsigned long long sectors, errlba, wwn;
    unsigned rpm, delay_ms, fail, failing, standby, testing, devstat, nattr, ntest, errors, errhours;
    unsigned short_seconds, long_seconds, conveyance_seconds, refuse_tests, abort_tests, stuck_at, running;
    unsigned long long bad_lba;
    time_t started, delay_until;
    struct attr attr[30];
    unsigned nown;                                                        /* of the tests, the first so many were really started */
    struct test test[TESTS];
    unsigned long long warning, kelvin, spare, spare_thresh, used, media, hours, cycles, unsafe, errlog, read, written, pci;
};

static void add_test(struct drive *d, const char *words)
{
    struct test t = {0};
    if (d->ntest < TESTS && sscanf(words, "%u %u %u %lli %u", &t.type, &t.status, &t.hours, (long long *)&t.lba, &t.remaining) >= 4)
        d->test[d->ntest++] = t;
}

/* What was really started comes first: it is newer than what the description tells. */
static void load_tests(const char *path, struct drive *d)
{
    char name[4096], line[128];
    long long started;
    snprintf(name, sizeof name, "%s.selftest", path);
    FILE *f = fopen(name, "re");
    if (!f)
        return;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "running %u %lld", &d->running, &started) == 2) d->started = started;
        else if (!strncmp(line, "selftest ", 9)) add_test(d, line + 9);
    }
    fclose(f);
    d->nown = d->ntest;
}

static int save_tests(const char *path, const struct drive *d)
{
    char name[4096], fresh[4200];
    snprintf(name, sizeof name, "%s.selftest", path);
    snprintf(fresh, sizeof fresh, "%s.%d", name, getpid());
    FILE *f = fopen(fresh, "we");
    if (!f)
        return -1;
    if (d->running)
        fprintf(f, "running %u %lld\n", d->running, (long long)d->started);
    for (unsigned i = 0; i < d->nown; i++) {
        const struct test *t = &d->test[i];
        fprintf(f, "selftest %u %u %u %llu %u\n", t->type, t->status, t->hours, t->lba, t->remaining);
    }
    if (fclose(f) == 0 && rename(fresh, name) == 0)
        return 0;
    unlink(fresh);
    return -1;
}

static int load(const char *path, struct drive *d)
{
    FILE *f = fopen(path, "re");
    char line[256], key[32];
    if (!f)
        return -1;
    memset(d, 0, sizeof *d);
    strcpy(d->type, "ata"); strcpy(d->model, "LAB FAKE"); strcpy(d->serial, "LABFAKE1"); strcpy(d->firmware, "1.0");
    d->sectors = 1953525168ULL; d->wwn = 0x5000c50000000001ULL; d->pci = 0x1b36; d->rpm = 7200; d->kelvin = 310; d->spare = 100; d->spare_thresh = 10;
    d->short_seconds = 120; d->long_seconds = 7200;
    load_tests(path, d);
    while (fgets(line, sizeof line, f)) {
        int n = 0;
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, " %31s %n", key, &n) != 1 || key[0] == '#')
            continue;
        const char *v = line + n;
        unsigned long long u = strtoull(v, NULL, 0);
        if (!strcmp(key, "type")) snprintf(d->type, sizeof d->type, "%s", v);
        else if (!strcmp(key, "model")) snprintf(d->model, sizeof d->model, "%s", v);
        else if (!strcmp(key, "serial")) snprintf(d->serial, sizeof d->serial, "%s", v);
        else if (!strcmp(key, "firmware")) snprintf(d->firmware, sizeof d->firmware, "%s", v);
        else if (!strcmp(key, "sectors")) d->sectors = u;
        else if (!strcmp(key, "rpm")) d->rpm = u;
        else if (!strcmp(key, "delay_ms")) {
            long long until = 0;
            sscanf(v, "%u %lld", &d->delay_ms, &until);
            d->delay_until = until;
        }
        else if (!strcmp(key, "fail")) d->fail = u;
        else if (!strcmp(key, "power")) d->standby = !strcmp(v, "standby");
        else if (!strcmp(key, "status")) d->failing = !strcmp(v, "failing");
        else if (!strcmp(key, "errors")) sscanf(v, "%u %u %llu", &d->errors, &d->errhours, &d->errlba);
        else if (!strcmp(key, "attr") && d->nattr < 30) {
            struct attr *a = &d->attr[d->nattr];
            if (sscanf(v, "%u %i %u %u %u %lli", &a->id, (int *)&a->flags, &a->value, &a->worst, &a->thresh, (long long *)&a->raw) == 6)
                d->nattr++;
        } else if (!strcmp(key, "selftest")) add_test(d, v);
#define NUM(x) else if (!strcmp(key, #x)) d->x = u
        NUM(warning); NUM(kelvin); NUM(spare); NUM(spare_thresh); NUM(used); NUM(media); NUM(hours); NUM(cycles);
        NUM(unsafe); NUM(errlog);
        NUM(read); NUM(written); NUM(wwn); NUM(pci); NUM(testing); NUM(devstat);
        NUM(short_seconds); NUM(long_seconds); NUM(conveyance_seconds); NUM(bad_lba); NUM(refuse_tests); NUM(abort_tests); NUM(stuck_at);
    }
    fclose(f);
    return 0;
}

static void le(uint8_t *p, unsigned long long v, int n) { for (; n--; v >>= 8) *p++ = v; }
static void word(uint8_t *b, int w, unsigned v) { le(b + 2 * w, v, 2); }
static void text(uint8_t *p, const char *s, int n, int swap)
{
    for (int i = 0; i < n; i++)
        p[swap ? i ^ 1 : i] = *s ? *s++ : ' ';
}
static void checksum(uint8_t *b) { uint8_t s = 0; for (int i = 0; i < 511; i++) s += b[i]; b[511] = -s; }

static void identify(const struct drive *d, uint8_t *b)
{
    unsigned long long lba28 = d->sectors < 0x0fffffff ? d->sectors : 0x0fffffff;
    word(b, 0, 0x0040); text(b + 20, d->serial, 20, 1); text(b + 46, d->firmware, 8, 1); text(b + 54, d->model, 40, 1);
    word(b, 49, 0x0f00); word(b, 53, 7); le(b + 120, lba28, 4); word(b, 76, 0x000e); word(b, 80, 0x03f0); word(b, 81, 0x0006);
    word(b, 82, 0x0069); word(b, 83, 0x7400); word(b, 84, 0x4103); word(b, 85, 0x0069); word(b, 86, 0x7400); word(b, 87, 0x4103);
    le(b + 200, d->sectors, 8); word(b, 106, 0x6003);
    for (int i = 0; i < 4; i++) word(b, 108 + i, d->wwn >> (48 - 16 * i));
    word(b, 217, d->rpm); word(b, 222, 0x1078);
}

static const struct attr *attr(const struct drive *d, unsigned id)
{
    for (unsigned i = 0; i < d->nattr; i++)
        if (d->attr[i].id == id) return &d->attr[i];
    return NULL;
}
/* One statistic of log 04h (ACS-4, 9.5): the top byte says "supported and valid". */
static void stat8(uint8_t *page, int offset, unsigned long long v) { le(page + offset, v, 7); page[offset + 7] = 0xc0; }
static void devstat(const struct drive *d, uint8_t *b)
{
    static const struct { uint8_t page, offset, id; } from[] = {          /* a statistic and the attribute that it repeats */
        {1, 8, 12}, {1, 16, 9}, {1, 24, 241}, {1, 40, 242}, {3, 24, 193}, {3, 32, 5}, {3, 56, 197}, {4, 8, 187}, {5, 8, 194}};
    const struct attr *a;
    for (unsigned n = 0; n < PAGES; n++) {
        uint8_t *p = b + 512 * n;
        if (n == 2 || n == 6 || n == (d->rpm == 1 ? 3 : 7)) continue;
        for (unsigned i = 0; i < sizeof from / sizeof *from; i++)
            if (from[i].page == n && (a = attr(d, from[i].id))) stat8(p, from[i].offset, n == 5 ? a->raw & 0xff : a->raw);
        if (n == 5) { stat8(p, 0x58, d->devstat); stat8(p, 0x68, 0); }
        if (n == 7 && (a = attr(d, 177))) stat8(p, 8, 100 - a->value);
        if (n && !p[15] && !p[31] && !p[39]) continue;                    /* no statistic: no page */
        p[0] = 1; p[2] = n;
        b[9 + b[8]] = n; b[8]++;                                          /* page 0 lists the pages */
    }
}

static int is_nvme(const struct drive *d) { return !strcmp(d->type, "nvme"); }
static unsigned power_on_hours(const struct drive *d)
{
    const struct attr *a = attr(d, 9);
    return is_nvme(d) ? d->hours : a ? a->raw : 0;
}
static unsigned seconds_of(const struct drive *d, unsigned type)
{
    return type == 1 ? d->short_seconds : type == 2 ? d->long_seconds : d->conveyance_seconds;
}
/* Percent of the running test that is done, as a drive would count it. */
static unsigned done(const struct drive *d)
{
    unsigned long long total = seconds_of(d, d->running), now = time(NULL) - d->started;
    unsigned percent = now >= total ? 100 : 100 * now / total;
    return d->stuck_at && percent > 100 - d->stuck_at ? 100 - d->stuck_at : percent;
}
static unsigned remaining(const struct drive *d)                          /* in steps of ten, and never 0 while it runs */
{
    unsigned steps = (109 - done(d)) / 10;
    return 10 * (steps > 9 ? 9 : steps ? steps : 1);
}

static void end_test(struct drive *d, unsigned status, unsigned long long lba, unsigned percent)
{
    struct test t = {d->running, status, power_on_hours(d), lba, percent};
    if (d->ntest < TESTS) d->ntest++;
    memmove(d->test + 1, d->test, (d->ntest - 1) * sizeof t);
    d->test[0] = t;
    if (d->nown < TESTS) d->nown++;
    d->running = 0;
}

enum { PASSED = 0, ABORTED = 1, READ_FAILED = 7 };                        /* ACS-4, self-test execution status */
/* Ends the running test if its time has come. */
static void settle(const char *path, struct drive *d)
{
    unsigned percent = d->running ? done(d) : 0;
    unsigned bad = d->bad_lba ? 100 * d->bad_lba / (d->sectors + 1) : 100;
    if (!d->running) return;
    if (bad < 10) bad = 10;                                               /* somebody may want to see it run */
    if (d->abort_tests && percent >= 10) end_test(d, ABORTED, 0, 90);
    else if (d->bad_lba && percent >= bad) end_test(d, READ_FAILED, d->bad_lba, (109 - bad) / 10 * 10);
    else if (percent >= 100) end_test(d, PASSED, 0, 0);
    else return;
    save_tests(path, d);
}

static int start_test(const char *path, struct drive *d, unsigned type)
{
    if (d->refuse_tests || type < 1 || type > 3 || !seconds_of(d, type)) return 0;
    if (d->running) end_test(d, ABORTED, 0, remaining(d));                /* ACS-4: the new one takes its place */
    d->running = type; d->started = time(NULL);
    return save_tests(path, d) == 0;
}
static int abort_test(const char *path, struct drive *d)
{
    if (!d->running) return 1;
    end_test(d, ABORTED, 0, remaining(d));
    return save_tests(path, d) == 0;
}

static unsigned execution_status(const struct drive *d)
{
    if (d->running) return 0xf0 | remaining(d) / 10;
    if (d->testing) return 0xf0 | d->testing / 10;
    return d->ntest ? d->test[0].status << 4 | d->test[0].remaining / 10 : 0;
}
static void minutes(uint8_t *byte, uint8_t *wide, unsigned seconds)       /* beyond one byte the second field holds it */
{
    unsigned m = (seconds + 59) / 60;
    *byte = m > 254 && wide ? 255 : m > 254 ? 254 : m;
    if (m > 254 && wide) le(wide, m, 2);
}

static int smart(const char *path, struct drive *d, const uint8_t *reg, uint8_t *b) /* reg: feature, count, low, mid, high */
{
    switch (reg[0]) {
    case 0xd0:
        le(b, 16, 2);
        for (unsigned i = 0; i < d->nattr; i++) {
            uint8_t *p = b + 2 + 12 * i;
            p[0] = d->attr[i].id; le(p + 1, d->attr[i].flags, 2); p[3] = d->attr[i].value; p[4] = d->attr[i].worst;
            le(p + 5, d->attr[i].raw, 6);
        }
        b[362] = 0x82; b[363] = execution_status(d); le(b + 364, 600, 2); b[367] = d->conveyance_seconds ? 0x3b : 0x1b; le(b + 368, 3, 2);
        b[370] = 1; minutes(b + 372, NULL, d->short_seconds); minutes(b + 373, b + 375, d->long_seconds);
        minutes(b + 374, NULL, d->conveyance_seconds); checksum(b);
        return 1;
    case 0xd1:
        le(b, 16, 2);
        for (unsigned i = 0; i < d->nattr; i++) { b[2 + 12 * i] = d->attr[i].id; b[3 + 12 * i] = d->attr[i].thresh; }
        checksum(b);
        return 1;
    case 0xd5:
        if (reg[2] == 0x00) { b[0] = 1; b[2] = 1; b[8] = d->devstat ? PAGES : 0; b[12] = 1; }
        else if (reg[2] == 0x04 && d->devstat) devstat(d, b);
        else if (reg[2] == 0x01) {
            b[0] = 1; le(b + 452, d->errors, 2);
            if (d->errors) {
                unsigned i = (d->errors - 1) % 5;
                uint8_t *e = b + 2 + 90 * i, *c = e + 48, *x = e + 60;
                b[1] = i + 1; c[2] = 1; c[7] = 0x25; c[6] = 0xe0; le(c + 3, d->errlba, 3);
                x[1] = 0x40; x[2] = 1; le(x + 3, d->errlba, 3); x[6] = 0xe0 | (d->errlba >> 24 & 15); x[7] = 0x51; x[27] = 3; le(x + 28, d->errhours, 2);
            }
            checksum(b);
        } else if (reg[2] == 0x06) {
            b[0] = 1;
            for (unsigned i = 0; i < d->ntest; i++) {                     /* newest has the highest index */
                const struct test *t = &d->test[d->ntest - 1 - i];
                uint8_t *p = b + 2 + 24 * i;
                p[0] = t->type; p[1] = t->status << 4 | t->remaining / 10; le(p + 2, t->hours, 2); le(p + 5, t->lba, 4);
            }
            b[508] = d->ntest; checksum(b);
        } else return 0;
        return 1;
    case 0xd4:                                                            /* EXECUTE OFF-LINE IMMEDIATE: no captive mode */
        if (reg[2] == 0x00) return 1;
        return reg[2] == 0x7f ? abort_test(path, d) : start_test(path, d, reg[2]);
    case 0xd2: case 0xd8: case 0xda: case 0xdb: return 1;
    }
    return 0;
}

static int sg_io(const char *path, struct drive *d, struct sg_io_hdr *h)
{
    if (h->interface_id != 'S') { errno = EINVAL; return -1; }           /* smartctl tries SG v4 first */
    const uint8_t *c = h->cmdp;
    uint8_t buf[512 * PAGES] = {0}, sense[32] = {0x72, 0x01, 0x00, 0x1d, 0, 0, 0, 14, 0x09, 0x0c};
    int cond = 0, ok = 1;
    unsigned len = 512;
    h->status = h->masked_status = h->host_status = h->driver_status = h->sb_len_wr = 0; h->resid = 0; h->info = 0;
    if (c[0] == 0x12 && !(c[1] & 1)) {                                    /* INQUIRY */
        buf[2] = 5; buf[3] = 2; buf[4] = 91; text(buf + 8, "ATA", 8, 0); text(buf + 16, d->model, 16, 0); text(buf + 32, d->firmware, 4, 0);
        len = 96;
    } else if (c[0] == 0x00) len = 0;
    else if (c[0] == 0x85 || c[0] == 0xa1) {                              /* ATA PASS-THROUGH 16 / 12 */
        int l = c[0] == 0x85;
        uint8_t reg[5] = {l ? c[4] : c[3], l ? c[6] : c[4], l ? c[8] : c[5], l ? c[10] : c[6], l ? c[12] : c[7]};
        uint8_t cmd = l ? c[14] : c[9], mid = reg[3], high = reg[4];
        cond = c[2] & 0x20;
        if (cmd == 0xec) identify(d, buf);
        else if (cmd == 0xb0) {
            if (reg[0] == 0xd5 && reg[1] <= PAGES) len = 512 * reg[1];
            ok = smart(path, d, reg, buf);
            if (reg[0] == 0xda) { mid = d->failing ? 0xf4 : 0x4f; high = d->failing ? 0x2c : 0xc2; }
        } else if (cmd == 0xe5) { reg[1] = d->standby ? 0x00 : 0xff; }    /* CHECK POWER MODE */
        else ok = 0;
        sense[11] = ok ? 0 : 0x04; sense[13] = reg[1]; sense[15] = reg[2]; sense[17] = mid; sense[19] = high; sense[21] = ok ? 0x50 : 0x51;
        if (!ok) { sense[1] = 0x0b; sense[3] = 0; }
        if ((c[1] >> 1 & 15) == 3) len = 0;
    } else { ok = 0; sense[1] = 5; sense[2] = 0x20; sense[3] = 0; sense[7] = 0; }
    if (ok && len && h->dxfer_direction == SG_DXFER_FROM_DEV && h->dxferp)
        memcpy(h->dxferp, buf, len < h->dxfer_len ? len : h->dxfer_len);
    if (!ok || cond) {
        unsigned n = sense[7] ? 22 : 8;
        h->status = 2; h->masked_status = 1; h->driver_status = 8; h->info = SG_INFO_CHECK;
        h->sb_len_wr = n < h->mx_sb_len ? n : h->mx_sb_len;
        if (h->sbp) memcpy(h->sbp, sense, h->sb_len_wr);
    }
    return 0;
}

static int nvme(const char *path, struct drive *d, struct nvme_admin_cmd *c)
{
    uint8_t b[4096] = {0};
    unsigned page = c->cdw10 & 0xff;
    c->result = 0;
    if (c->opcode == 0x06 && page == 1) {
        le(b, d->pci, 2); le(b + 2, d->pci, 2); text(b + 4, d->serial, 20, 0); text(b + 24, d->model, 40, 0); text(b + 64, d->firmware, 8, 0);
        le(b + 80, 0x10400, 4); le(b + 256, 0x10, 2); b[261] = 2; b[262] = 3; le(b + 266, 343, 2); le(b + 268, 358, 2); le(b + 316, (d->long_seconds + 59) / 60, 2);
        le(b + 280, d->sectors * 512, 8); le(b + 516, 1, 4);
    } else if (c->opcode == 0x06) { le(b, d->sectors, 8); le(b + 8, d->sectors, 8); le(b + 16, d->sectors, 8); b[130] = 9;
        for (int i = 0; i < 8; i++) b[120 + i] = d->wwn >> (56 - 8 * i); }
    else if (c->opcode == 0x02 && page == 2) {
        b[0] = d->warning; le(b + 1, d->kelvin, 2); b[3] = d->spare; b[4] = d->spare_thresh; b[5] = d->used;
        le(b + 32, d->read, 8); le(b + 48, d->written, 8);
        le(b + 112, d->cycles, 8); le(b + 128, d->hours, 8); le(b + 144, d->unsafe, 8); le(b + 160, d->media, 8); le(b + 176, d->errlog, 8);
    } else if (c->opcode == 0x02 && page == 1) { if (d->errlog) { le(b, d->errlog, 8); le(b + 12, 0x0281 << 1, 2); le(b + 16, 2048, 8); le(b + 24, 1, 4); } }
    else if (c->opcode == 0x02 && page == 6) {                            /* device self-test log, 20 entries of 28 bytes */
        if (d->running) { b[0] = d->running; b[1] = done(d); }
        for (unsigned i = 0; i < 20; i++) {
            uint8_t *e = b + 4 + 28 * i;
            e[0] = 0x0f;
            if (i >= d->ntest) continue;
            const struct test *t = &d->test[i];
            e[0] = t->type << 4 | (t->status == READ_FAILED ? 7 : t->status); le(e + 4, t->hours, 8);
            if (t->status == READ_FAILED) { e[2] = 2; le(e + 16, t->lba, 8); }
        }
    } else if (c->opcode == 0x14) {                                       /* device self-test: 1 short, 2 extended, 15 abort */
        unsigned code = c->cdw10 & 15;
        if (code != 15 && d->running) return 0x211d;                      /* one is in progress */
        if (code == 15 ? !abort_test(path, d) : code > 2 || !start_test(path, d, code)) return 0x2002;
    } else return 0x2001;                                                 /* invalid opcode, do not retry */
    if (c->addr && c->data_len)
        memcpy((void *)(uintptr_t)c->addr, b, c->data_len < sizeof b ? c->data_len : sizeof b);
    return 0;
}

static char *description(const char *path)
{
    const char *dir = getenv("FAKEDRIVE");
    char *p = NULL;
    if (!dir || strncmp(path, "/dev/", 5) || strchr(path + 5, '/') || asprintf(&p, "%s/%s", dir, path + 5) < 0)
        return NULL;
    if (access(p, R_OK)) { free(p); return NULL; }
    return p;
}
static int remember(int fd, char *p)
{
    if (fd < 0 || fd >= FDS) { free(p); return fd; }
    free(path_of[fd]); path_of[fd] = p;
    return fd;
}
#define OPEN(name)                                                                                        \
    int name(const char *path, int flags, ...)                                                            \
    {                                                                                                     \
        static int (*real)(const char *, int, ...);                                                       \
        va_list ap; va_start(ap, flags); mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0; va_end(ap); \
        if (!real) real = dlsym(RTLD_NEXT, #name);                                                        \
        char *p = description(path);                                                                      \
        return p ? remember(real("/dev/null", O_RDWR | (flags & O_CLOEXEC)), p) : real(path, flags, mode); \
    }
OPEN(open) OPEN(open64) OPEN(__open_2) OPEN(__open64_2)

int close(int fd)
{
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < FDS && path_of[fd]) { free(path_of[fd]); path_of[fd] = NULL; }
    return real(fd);
}

int ioctl(int fd, unsigned long req, ...)
{
    static int (*real)(int, unsigned long, ...);
    struct drive d;
    va_list ap; va_start(ap, req); void *arg = va_arg(ap, void *); va_end(ap);
    if (!real) real = dlsym(RTLD_NEXT, "ioctl");
    if (fd < 0 || fd >= FDS || !path_of[fd])
        return real(fd, req, arg);
    if (load(path_of[fd], &d)) { errno = ENODEV; return -1; }             /* description removed: the drive is gone */
    if (d.delay_ms && (!d.delay_until || time(NULL) < d.delay_until))
        nanosleep(&(struct timespec){d.delay_ms / 1000, d.delay_ms % 1000 * 1000000L}, NULL);
    settle(path_of[fd], &d);
    if (d.fail) { errno = d.fail; return -1; }
    if (is_nvme(&d) && req == NVME_IOCTL_ADMIN_CMD) return nvme(path_of[fd], &d, arg);
    if (!strcmp(d.type, "ata") && req == SG_IO) return sg_io(path_of[fd], &d, arg);
    errno = ENOTTY;
    return -1;
}
