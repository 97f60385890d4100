import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProduction } from '../src/platform/settings/production.ts'
import { askForBankDay } from './bank-day.ts'
import { bankLines } from './bank-lines.ts'
import { fillDemo } from './fill.ts'
import { password, people } from './people.ts'
import { addPresent } from './present.ts'
import { inviteToDemo } from './staff.ts'
import { skipPastEvents } from '../src/loans/index.ts'
import { startProcess } from '../src/main/index.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { causeOf } from '../src/platform/db/failures.ts'
import { Refusal } from '../src/platform/refusal.ts'

/**
 * Fills the demo data, or adds what has happened in it since the last start. Production refuses it, because its
 * password is public.
 */
if (isProduction(process.env)) {
  process.stderr.write(
    'The demo data has a login that everybody knows: it is not filled with NODE_ENV=production.\n',
  )
  process.exit(2)
}
const actor = { kind: 'operator', name: 'demo' } as const
const context = await startProcess()
try {
  const filled = await fillDemo(context, join(import.meta.dirname, '../../sample'))
  if (filled.ours) {
    await skipPastEvents(context.db)
    const { offered, loans, steps, refused, daysClosed } = filled
    process.stdout.write(
      `demo: ${offered} loans offered, ${steps} events of ${loans} older ones, ${daysClosed} days closed\n`,
    )
    for (const { loanNumber, reason } of refused.slice(0, 20))
      process.stdout.write(`demo: ${loanNumber}: ${reason}\n`)
    await addPresent(context, actor)
    await writeForOthers()
    await perform(context, askForBankDay, { actor, input: {} })
  } else process.stdout.write('demo: the database has lenders of its own, nothing to do\n')
} catch (error) {
  // A full disk and the like, which the developers of the demo cannot mend; what else fails shows its stack.
  if (!(error instanceof Refusal) || error.code !== 'OVERLOADED') throw error
  const why = causeOf(error)
  process.stderr.write(
    `demo: not filled: ${why instanceof Error ? why.message : String(why)}; the next start goes on where this one ended\n`,
  )
  process.exitCode = 1
} finally {
  await context.db.close()
}

/**
 * Writes files about the demo for other processes: its login for the summary at the start (it is no secret, because the
 * demo data is public), and what the sandbox bank must list.
 */
async function writeForOthers(): Promise<void> {
  const folder = context.config.PEMATANG_DATA
  if (!folder) return
  await writeFile(join(folder, 'demo-bank-lines.json'), JSON.stringify(await bankLines(context)), {
    mode: 0o600,
  })
  const phone = people[0]?.phone
  const invitation = await inviteToDemo(context, actor)
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ phone, password, invitation }), { mode: 0o600 })
}
