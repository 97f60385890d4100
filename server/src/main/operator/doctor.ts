import type { Command } from 'commander'
import { addCommand, runWithoutContext } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { examine } from '../doctor/examine.ts'

/** `doctor`: what of the installation does not work. */
export function addDoctor(program: Command, terminal: Terminal): void {
  addCommand(program, {
    use: 'doctor',
    description:
      'try the databases, every provider, keys, clock, disk and TLS without moving anything; exit 1 if something is wrong. Run it as the user of the app',
    example: 'doctor',
    writes: false,
  }).action((_: object, command: Command) =>
    runWithoutContext(terminal, command, async () => {
      const findings = await examine(terminal.environment)
      return {
        exit: findings.every(({ isRight }) => isRight) ? 0 : 1,
        lines: findings.map(({ name, isRight, says }) => `${isRight ? 'right' : 'WRONG'}  ${name}: ${says}`),
        data: { findings },
      }
    }),
  )
}
