import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult } from '../../operator/command.ts'
import { type Environment, givenSettings, isProduction } from '../../platform/settings/production.ts'
import { examine } from '../doctor/examine.ts'
import { dataOf } from './open-context.ts'

/** What `doctor` prints: each finding as a line. */
export async function doctorResult(environment: Environment): Promise<CommandResult> {
  const findings = await examine(settingsOf(environment))
  return {
    exit: findings.every(({ isRight }) => isRight) ? 0 : 1,
    lines: findings.map(({ name, isRight, says }) => `${isRight ? 'benar' : 'SALAH'}  ${name}: ${says}`),
    data: { findings },
  }
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
