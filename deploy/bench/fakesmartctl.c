/* fakesmartctl - prints what smartctl --json -x prints for a hard disk, 30 kB of it, for any number of drives that do not
 * exist: the cheapest child that a poll can have. For measuring the daemon, see deploy/bench/run.
 *
 *   BENCH_DRIVES=24 fakesmartctl --scan-open --json     lists /dev/sdbench0 ... 23
 *   fakesmartctl ... /dev/sdbench7                      drive 7: hours, temperature and five more counters move with time
 *   fakesmartctl --cost 500                             the CPU of starting it 500 times, without any JVM
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct { int id; const char *name; int moves; } ATTRIBUTES[] = {
    {1, "Raw_Read_Error_Rate", 1}, {3, "Spin_Up_Time", 0}, {4, "Start_Stop_Count", 0}, {5, "Reallocated_Sector_Ct", 0},
    {7, "Seek_Error_Rate", 1}, {9, "Power_On_Hours", 1}, {10, "Spin_Retry_Count", 0}, {12, "Power_Cycle_Count", 0},
    {18, "Head_Health", 0}, {183, "Runtime_Bad_Block", 0}, {184, "End-to-End_Error", 0}, {187, "Reported_Uncorrect", 0},
    {188, "Command_Timeout", 0}, {189, "High_Fly_Writes", 0}, {190, "Airflow_Temperature_Cel", 1}, {191, "G-Sense_Error_Rate", 0},
    {192, "Power-Off_Retract_Count", 0}, {193, "Load_Cycle_Count", 0}, {194, "Temperature_Celsius", 1}, {195, "Hardware_ECC_Recovered", 1},
    {196, "Reallocated_Event_Count", 0}, {197, "Current_Pending_Sector", 0}, {198, "Offline_Uncorrectable", 0}, {199, "UDMA_CRC_Error_Count", 0},
    {200, "Pressure_Limit", 0}, {220, "Disk_Shift", 0}, {222, "Loaded_Hours", 0}, {240, "Head_Flying_Hours", 0},
    {241, "Total_LBAs_Written", 1}, {242, "Total_LBAs_Read", 0},
};

extern char **environ;

static double cpu(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static int cost(char *self, int times)
{
    static char in[1 << 16];
    char *argv[] = {self, "--json", "/dev/sdbench7", NULL};
    for (int i = 0; i < times; i++) {
        int ends[2];
        pid_t child;
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        if (pipe(ends) || posix_spawn_file_actions_adddup2(&actions, ends[1], 1) || posix_spawn_file_actions_addclose(&actions, ends[0])
            || posix_spawn(&child, self, &actions, NULL, argv, environ)) {
            perror("start a child");
            return 1;
        }
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        while (read(ends[0], in, sizeof in) > 0)
            ;
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
    printf("the tool alone, started %d times by posix_spawn: the starter's CPU %.2f ms, the tool's %.2f ms\n", times,
           cpu(RUSAGE_SELF) / times, cpu(RUSAGE_CHILDREN) / times);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--cost"))
        return cost(argv[0], atoi(argv[2]));
    static char out[1 << 16];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    const char *device = argv[argc - 1];
    for (int i = 1; i < argc; i++)
        if (!strncmp(argv[i], "--scan", 6)) {
            const char *count = getenv("BENCH_DRIVES");
            int n = count ? atoi(count) : 24;
            printf("{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,4],\"exit_status\":0},\"devices\":[");
            for (int d = 0; d < n; d++)
                printf("%s{\"name\":\"/dev/sdbench%d\",\"info_name\":\"/dev/sdbench%d [SAT]\",\"type\":\"sat\",\"protocol\":\"ATA\"}", d ? "," : "", d, d);
            puts("]}");
            return 0;
        }
    int drive = atoi(device + strcspn(device, "0123456789"));
    long now = time(NULL), step = now / 60;
    printf("{\n  \"json_format_version\": [1, 0],\n  \"smartctl\": {\"version\": [7, 4], \"exit_status\": 0},\n"
           "  \"local_time\": {\"time_t\": %ld},\n  \"device\": {\"name\": \"%s\", \"info_name\": \"%s [SAT]\", \"type\": \"sat\", \"protocol\": \"ATA\"},\n"
           "  \"model_family\": \"Bench\",\n  \"model_name\": \"BENCH-HDD-4TB\",\n  \"serial_number\": \"BENCH%05d\",\n"
           "  \"wwn\": {\"naa\": 5, \"oui\": 3152, \"id\": %d},\n  \"firmware_version\": \"CC54\",\n"
           "  \"user_capacity\": {\"blocks\": 7814037168, \"bytes\": 4000787030016},\n  \"rotation_rate\": 7200,\n  \"in_smartctl_database\": true,\n"
           "  \"smart_support\": {\"available\": true, \"enabled\": true},\n  \"smart_status\": {\"passed\": true},\n  \"ata_smart_attributes\": {\"revision\": 10, \"table\": [\n",
           now, device, device, drive, 1000000 + drive);
    int n = sizeof ATTRIBUTES / sizeof *ATTRIBUTES;
    for (int i = 0; i < n; i++) {
        long raw = ATTRIBUTES[i].moves ? 1000 + step % 100000 + drive : 0;
        if (ATTRIBUTES[i].id == 194 || ATTRIBUTES[i].id == 190)
            raw = 30 + (step + drive) % 4;
        printf("    {\"id\": %d, \"name\": \"%s\", \"value\": 100, \"worst\": 100, \"thresh\": 6, \"when_failed\": \"\",\n"
               "     \"flags\": {\"value\": 51, \"string\": \"PO--CK \", \"prefailure\": true, \"updated_online\": true, \"performance\": false,"
               " \"error_rate\": false, \"event_count\": true, \"auto_keep\": true},\n     \"raw\": {\"value\": %ld, \"string\": \"%ld\"}}%s\n",
               ATTRIBUTES[i].id, ATTRIBUTES[i].name, raw, raw, i + 1 < n ? "," : "");
    }
    printf("  ]},\n  \"power_on_time\": {\"hours\": %ld},\n  \"power_cycle_count\": 17,\n  \"temperature\": {\"current\": %ld},\n"
           "  \"ata_smart_self_test_log\": {\"extended\": {\"revision\": 1, \"table\": [\n", 1000 + step % 100000, 30 + (step + drive) % 4);
    for (int i = 0; i < 19; i++)
        printf("    {\"type\": {\"value\": 1, \"string\": \"Short offline\"}, \"status\": {\"value\": 0, \"string\": \"Completed without error\", \"passed\": true},"
               " \"lifetime_hours\": %d}%s\n", 900 - i, i < 18 ? "," : "");
    printf("  ], \"count\": 19, \"error_count_total\": 0}},\n  \"ata_device_statistics\": {\"pages\": [\n");
    for (int page = 1; page < 7; page++) {
        printf("    {\"number\": %d, \"name\": \"Bench Statistics %d\", \"revision\": 1, \"table\": [\n", page, page);
        for (int i = 0; i < 14; i++)
            printf("      {\"offset\": %d, \"name\": \"Bench statistic number %d of page %d\", \"size\": 4, \"value\": %d,"
                   " \"flags\": {\"value\": 192, \"string\": \"V---\", \"valid\": true, \"normalized\": false, \"supports_dsn\": false, \"monitored_condition_met\": false}}%s\n",
                   8 * (i + 1), i, page, 1000 + i, i < 13 ? "," : "");
        printf("    ]}%s\n", page < 6 ? "," : "");
    }
    puts("  ]},\n  \"ata_smart_error_log\": {\"extended\": {\"revision\": 1, \"sectors\": 5, \"count\": 0}}\n}");
    return 0;
}
