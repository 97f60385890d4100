import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillDemo } from './demo/fill.ts'
import { password, people } from './demo/people.ts'
import { startProcess } from './process.ts'

/** Fills the demo world, or makes good what has happened in it since the last start. */
const context = await startProcess()
try {
  const filled = await fillDemo(context, join(import.meta.dirname, '../../../sample'))
  if (filled.ours) {
    const { offered, loans, steps, refused, daysClosed } = filled
    process.stdout.write(
      `demo: ${offered} loans offered, ${steps} events of ${loans} older ones, ${daysClosed} days closed\n`,
    )
    for (const { loanNumber, reason } of refused.slice(0, 20))
      process.stdout.write(`demo: ${loanNumber}: ${reason}\n`)
    await tellLogin()
  } else process.stdout.write('demo: the database has lenders of its own, nothing to do\n')
} finally {
  await context.db.close()
}

/** The start-up summary shows this login. It is no secret: the demo world is for whoever starts it. */
async function tellLogin(): Promise<void> {
  const folder = context.config.PEMATANG_DATA
  const phone = people[0]?.phone
  if (folder) await writeFile(join(folder, 'demo.json'), JSON.stringify({ phone, password }))
}
