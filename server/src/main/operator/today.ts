import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `today`: everything that waits for an operator, as of one moment. */
export function addToday(program: Command, terminal: Terminal): void {
  addCommand(program, {
    use: 'today',
    description:
      'semua yang menunggu, dengan banyaknya, jumlahnya, dan umurnya, serta angka kemarin; kode keluar 1 bila ada baris merah',
    example: 'today --json',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      // The help of all commands loads this file.
      const { todayResult } = await import('./today-result.ts')
      return todayResult(context)
    }),
  )
}
