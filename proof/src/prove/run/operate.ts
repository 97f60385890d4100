import { setTimeout as sleep } from 'node:timers/promises'
import { patience, textOf } from '../doors/insist.ts'
import type { Reply } from '../doors/operator.ts'
import type { Island } from './island.ts'
import { Breach, Late } from './operation.ts'

/** Refusals that a command reports without an error code. */
const definite =
  /Tidak ada pinjaman |tidak dapat dibatalkan lagi|belum didanai penuh|dicairkan|pencairan|sudah dibatalkan|Tidak ada dana Pemberi Dana|diambil alih dan masih bebas|sudah diberikan kepada|sudah dikirim kembali sebagai|membayar beberapa pinjaman|tidak pernah dibayar|Tidak ada keputusan atas mutasi|sejak diambil alih|tidak diambil alih|pengambilalihannya tidak berlaku/

/**
 * Runs a command until it ends with a result or a refusal. It is repeated while a process is down, which is safe for
 * all commands.
 */
export async function operate(
  island: Island,
  args: readonly string[],
): Promise<{ reply: Reply; code: string; attempts: number }> {
  const until = Date.now() + patience.answerMs
  for (let attempts = 1; ; attempts += 1) {
    const reply = await island.scenario.operator.run(args)
    const code = textOf(reply.data, 'code')
    // While the database recovers, a command may give up as overloaded, which decides nothing.
    // A file of which nothing was taken ends with a report.
    const isReported = typeof reply.data['refused'] === 'number'
    const isRefused = isReported || (code !== '' && code !== 'OVERLOADED') || definite.test(reply.said)
    // A rule that the command had left to the database: its refusal would say nothing to an operator.
    if (/violates .* constraint|never edited/.test(reply.said))
      throw new Breach(`operator ${args.join(' ')} was stopped by the database alone`, reply.said)
    if (reply.code === 0 || reply.code === 1 || isRefused) return { reply, code, attempts }
    if (Date.now() > until || island.scenario.system.isClosed)
      throw new Late(`operator ${args.join(' ')} did not end`, reply.said)
    await sleep(100)
  }
}
