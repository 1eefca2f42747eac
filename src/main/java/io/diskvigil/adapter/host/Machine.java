package io.diskvigil.adapter.host;

import java.util.List;
import java.util.Map;

/** The RAID controllers and HBAs that the kernel shows, whether or not their tools do. */
public record Machine(List<Controller> controllers) {
    public static final Machine UNKNOWN = new Machine(List.of());

    public Machine {
        controllers = List.copyOf(controllers);
    }

    /**
     * One storage controller on the PCI bus.
     *
     * @param pciAddress such as {@code 0000:03:00.0}
     * @param vendor PCI vendor id in lower-case hex, four digits: {@code 17d3} Areca, {@code 13c1} 3ware, {@code 1000} LSI/Broadcom
     * @param device PCI device id in the same form
     * @param driver the kernel driver bound to it, such as {@code arcmsr}; empty if none is, which is worth telling
     * @param hosts SCSI host numbers
     * @param nodes device nodes that take its pass-through commands: {@code /dev/sg2}, {@code /dev/twa0}
     * @param disks block devices by {@code channel:id:lun}, such as {@code 0:0:0} to {@code /dev/sda}: volumes and pass-through drives
     */
    public record Controller(
            String pciAddress,
            String vendor,
            String device,
            String driver,
            List<Integer> hosts,
            List<String> nodes,
            Map<String, String> disks) {
        public Controller {
            hosts = List.copyOf(hosts);
            nodes = List.copyOf(nodes);
            disks = Map.copyOf(disks);
        }
    }
}
