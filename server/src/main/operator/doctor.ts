import type { Command } from 'commander'
import { addCommand, runWithoutContext } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `doctor`: what of the installation does not work. */
export function addDoctor(program: Command, terminal: Terminal): void {
  addCommand(program, {
    use: 'doctor',
    description:
      'mencoba basis data, setiap penyedia, kunci, jam, disk, dan TLS tanpa memindahkan apa pun; kode keluar 1 bila ada yang salah. Jalankan sebagai pengguna aplikasi',
    example: 'doctor',
    writes: false,
  }).action((_: object, command: Command) =>
    runWithoutContext(terminal, command, async () => {
      // The help of all commands loads this file.
      const { doctorResult } = await import('./doctor-result.ts')
      return doctorResult(terminal.environment)
    }),
  )
}
