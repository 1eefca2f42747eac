package io.diskvigil.adapter.smartctl;

import io.diskvigil.model.Vocabulary;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which attribute means what: id and name together, because vendors use the same id for different things (199 is a CRC
 * count, or host writes in GiB). The names are those of smartmontools' drivedb.h 7.3 and of the defaults in atacmds.cpp.
 */
final class AttributeNames {
    private record Meaning(Vocabulary reading, Set<String> names) {}

    private static final Map<Integer, Meaning> BY_ID = Map.ofEntries(
            Map.entry(4, new Meaning(Vocabulary.START_STOPS, Set.of("Start_Stop_Count"))),
            // Blocks rather than sectors on an SSD.
            Map.entry(
                    5,
                    new Meaning(
                            Vocabulary.REALLOCATED_SECTORS,
                            Set.of(
                                    "Reallocated_Sector_Ct",
                                    "Reallocated_Block_Count",
                                    "Reallocate_NAND_Blk_Cnt",
                                    "Retired_Block_Count",
                                    "Runtime_Bad_Block",
                                    "New_Bad_Blk_Cnt",
                                    "Later_Bad_Block"))),
            Map.entry(10, new Meaning(Vocabulary.SPIN_RETRIES, Set.of("Spin_Retry_Count"))),
            Map.entry(
                    174,
                    new Meaning(
                            Vocabulary.UNSAFE_SHUTDOWNS,
                            Set.of(
                                    "Unexpect_Power_Loss_Ct",
                                    "Unexpected_Pwr_Loss_Ct",
                                    "Unexpected_Power_Loss",
                                    "Unsafe_Shutdown_Count",
                                    "Pwr_Cycle_Ct_Unplanned"))),
            Map.entry(
                    184,
                    new Meaning(Vocabulary.END_TO_END_ERRORS, Set.of("End-to-End_Error", "End-to-End_Error_Count"))),
            Map.entry(
                    187,
                    new Meaning(
                            Vocabulary.REPORTED_UNCORRECTABLE_ERRORS,
                            Set.of(
                                    "Reported_Uncorrect",
                                    "Reported_UE_Counts",
                                    "Uncorrectable_Error_Cnt",
                                    "Uncorrectable_ECC_Ct"))),
            Map.entry(188, new Meaning(Vocabulary.COMMAND_TIMEOUTS, Set.of("Command_Timeout", "Command_Timeouts"))),
            Map.entry(
                    192,
                    new Meaning(
                            Vocabulary.UNSAFE_SHUTDOWNS,
                            Set.of("Unsafe_Shutdown_Count", "Unexpect_Power_Loss_Ct", "Unclean_Shutdown_Ct"))),
            Map.entry(193, new Meaning(Vocabulary.LOAD_CYCLES, Set.of("Load_Cycle_Count"))),
            Map.entry(196, new Meaning(Vocabulary.REALLOCATION_EVENTS, Set.of("Reallocated_Event_Count"))),
            Map.entry(
                    197,
                    new Meaning(
                            Vocabulary.PENDING_SECTORS,
                            Set.of(
                                    "Current_Pending_Sector",
                                    "Current_Pending_ECC_Cnt",
                                    "Pending_Sector_Count",
                                    "Total_Pending_Sectors"))),
            Map.entry(
                    198,
                    new Meaning(
                            Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS,
                            Set.of("Offline_Uncorrectable", "Offline_Scan_UNC_SectCt", "Total_Offl_Uncorrectabl"))),
            Map.entry(
                    199,
                    new Meaning(
                            Vocabulary.CRC_ERRORS,
                            Set.of(
                                    "UDMA_CRC_Error_Count",
                                    "SATA_CRC_Error_Count",
                                    "SATA_CRC_Error",
                                    "CRC_Error_Count"))),
            Map.entry(225, new Meaning(Vocabulary.LOAD_CYCLES, Set.of("Load_Cycle_Count"))));

    /** Error counts whose default names hold for nearly all drives, in the database or not. */
    private static final Set<Integer> COMMON = Set.of(5, 184, 187, 197, 198, 199);

    private AttributeNames() {}

    /**
     * The canonical reading, or empty.
     *
     * @param inDatabase false if the drive database does not know the drive and the name is only a guess by id
     */
    static Optional<Vocabulary> reading(int id, String name, boolean inDatabase, boolean rotating) {
        Meaning meaning = BY_ID.get(id);
        if (meaning == null || !meaning.names().contains(name)) {
            return Optional.empty();
        }
        return inDatabase || rotating || COMMON.contains(id) ? Optional.of(meaning.reading()) : Optional.empty();
    }
}
