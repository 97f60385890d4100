import { formatRupiah } from '@pematang/contract/format/rupiah'
import { terbilang } from '@pematang/contract/format/terbilang'
import type { Context } from '../context.ts'
import type { Mutation } from '../platform/commands/command.ts'
import { performDryRun } from '../platform/commands/dry-run.ts'
import type { CommandTools } from './command.ts'
import { confirm } from './confirm.ts'

/** From this sum on, in whole rupiah, a command that pays money out or gives it up asks first. */
const largeSum = 1_000_000_000

/** The help of the option that answers the question beforehand. */
export const yesForLarge = `menegaskan jumlah ${formatRupiah(largeSum)} atau lebih`

/** A sum in figures and in words, in which a digit too many is seen: Rp1.000.000 (satu juta rupiah). */
export const sumInWords = (amount: number): string => `${formatRupiah(amount)} (${terbilang(amount)} rupiah)`

/** The question before a large sum is paid out; null for a smaller one. */
export const askOfLarge = (amount: number, does: string): string | null =>
  amount >= largeSum ? `${does} ${sumInWords(amount)}?` : null

/**
 * Performs a mutation as this operator, and asks before: what it would do is found by a dry run. Neither `yes` nor a
 * dry run asks.
 * @param question what to ask about the answer of the dry run; null if nothing is unusual
 */
export async function actAfterAsking<Input, Answer>(
  tools: CommandTools,
  command:
    | Mutation<Context, Input, Answer, 'operator'>
    | Mutation<Context, Input, Answer, 'operator' | 'system'>,
  input: Input,
  { yes = false, question }: { yes?: boolean | undefined; question: (foreseen: Answer) => string | null },
): Promise<Answer> {
  if (!yes && !tools.dryRun) {
    const call = { actor: tools.actor, input }
    const foreseen = await performDryRun(tools.context, command, call).then(
      (answer) => ({ answer }),
      // What is refused is refused again below, and stands in the audit trail then.
      () => null,
    )
    const asked = foreseen && question(foreseen.answer)
    if (asked !== null) await confirm(tools, asked)
  }
  return tools.act(command, input)
}
