import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Environment, givenSettings, isProduction } from '../../platform/settings/production.ts'
import { addCommand, runWithoutContext } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { examine } from '../doctor/examine.ts'
import { dataOf } from './open-context.ts'

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
      const findings = await examine(settingsOf(terminal.environment))
      return {
        exit: findings.every(({ isRight }) => isRight) ? 0 : 1,
        lines: findings.map(({ name, isRight, says }) => `${isRight ? 'benar' : 'SALAH'}  ${name}: ${says}`),
        data: { findings },
      }
    }),
  )
}

/** These settings, with those that `npm start` made where it keeps the database itself. */
function settingsOf(environment: Environment): Environment {
  const given = givenSettings(environment)
  if (isProduction(given) || given.DATABASE_URL) return environment
  try {
    const made = JSON.parse(readFileSync(join(dataOf(given), 'settings.json'), 'utf8')) as Environment
    return { ...made, ...given }
  } catch {
    return environment
  }
}
