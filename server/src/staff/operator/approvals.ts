import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readCount, readText } from '../../operator/values.ts'
import { type KeptRule, listRules, secondPairOperations, setApprovalRules } from '../approvals/index.ts'

type SetOptions = {
  operation: string[]
  deciders: number
  largeFrom?: number
  largeDeciders?: number
  hours: number
  reason: string
}

/** `approvals`: how many must decide which commands. */
export function addApprovals(program: Command, terminal: Terminal): void {
  const group = addGroup(program, 'approvals', 'the rules of the second pair of eyes')
  addCommand(group, {
    use: 'show',
    description: 'show the rule of each operation that has one',
    example: 'approvals show',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const rules = await listRules(context.db)
      return {
        exit: 0,
        lines: rules.length > 0 ? rules.map(lineOf) : ['Belum ada aturan yang berlaku.'],
        data: { rules },
      }
    }),
  )
  addCommand(group, {
    use: 'set',
    description: 'set the rule of operations; it is decided under the rule of before',
    example:
      'approvals set --operation creditTopUp --operation changeContact --deciders 1 --large-from 1000000000 --large-deciders 2 --reason "decision 7/2026"',
    writes: true,
  })
    .requiredOption(
      '--operation <name>',
      'as the audit trail names it; may be repeated, or all',
      (value: string, before: readonly string[] | undefined) => [...(before ?? []), ...readOperation(value)],
    )
    .requiredOption(
      '--deciders <count>',
      'how many must agree beside the maker; 0 lifts the rule',
      readDeciders,
    )
    .option('--large-from <rupiah>', 'from this sum on, with what the maker had done in 24 hours', readAmount)
    .option('--large-deciders <count>', '… so many must agree', readCount(5))
    .option('--hours <count>', 'for how long a proposal may be decided', readCount(720), 72)
    .requiredOption('--reason <text>', 'why, for the record', readText(200))
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
}

function readOperation(value: string): readonly string[] {
  if (value === 'all') return secondPairOperations
  if (secondPairOperations.includes(value)) return [value]
  throw new InvalidArgumentError(`It must be all, or one of: ${secondPairOperations.join(', ')}.`)
}

const readDeciders = (value: string): number => {
  if (/^[0-5]$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It must be a whole number from 0 to 5.')
}

const lineOf = ({ operation, deciders, largeFrom, largeDeciders, hours }: KeptRule): string =>
  deciders === 0
    ? `${operation}  tanpa persetujuan`
    : `${operation}  ${deciders} orang${largeFrom === null ? '' : `, ${largeDeciders} orang mulai ${formatRupiah(largeFrom)}`}, paling lama ${hours} jam`

async function set({ act }: CommandTools, { operation, reason, ...rule }: SetOptions) {
  const { deciders, largeFrom = null, largeDeciders = null, hours } = rule
  const rules = [...new Set(operation)].map((name) => ({
    operation: name,
    deciders,
    largeFrom,
    largeDeciders,
    hours,
  }))
  const { version } = await act(setApprovalRules, { rules, reason })
  return {
    exit: 0 as const,
    lines: [`Aturan versi ${version} berlaku untuk ${rules.length} tindakan.`],
    data: { version, operations: rules.length },
  }
}
