import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readCount, readText } from '../../operator/values.ts'
import { type KeptRule, listRules, setApprovalRules } from '../approvals/rules.ts'
import { secondPairOperations } from '../approvals/operations.ts'

type SetOptions = {
  operation: string[]
  deciders: number
  largeFrom?: number
  largeDeciders?: number
  hours: number
  reason: string
}

/** `approvals`: how many must decide which commands. */
export function addApprovals(group: Command, terminal: Terminal): void {
  addCommand(group, {
    use: 'show',
    description: 'menampilkan aturan tiap tindakan yang memilikinya',
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
    description: 'menetapkan aturan tindakan; diputuskan menurut aturan sebelumnya',
    example:
      'approvals set --operation creditTopUp --operation changeContact --deciders 1 --large-from 1000000000 --large-deciders 2 --reason "keputusan 7/2026"',
    writes: true,
  })
    .requiredOption(
      '--operation <name>',
      'nama seperti dalam jejak audit; dapat diulang, atau all',
      (value: string, before: readonly string[] | undefined) => [...(before ?? []), ...readOperation(value)],
    )
    .requiredOption(
      '--deciders <count>',
      'berapa orang harus setuju selain pengusulnya; 0 mencabut aturan',
      readDeciders,
    )
    .option(
      '--large-from <rupiah>',
      'mulai jumlah ini, bersama yang dilakukan pengusul dalam 24 jam',
      readAmount,
    )
    .option('--large-deciders <count>', '… sekian orang harus setuju', readCount(5))
    .option('--hours <count>', 'berapa jam sebuah usulan dapat diputuskan', readCount(720), 72)
    .requiredOption('--reason <text>', 'alasan, untuk catatan', readText(200))
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
}

function readOperation(value: string): readonly string[] {
  if (value === 'all') return secondPairOperations
  if (secondPairOperations.includes(value)) return [value]
  throw new InvalidArgumentError(`Isinya all, atau salah satu dari: ${secondPairOperations.join(', ')}.`)
}

const readDeciders = (value: string): number => {
  if (/^[0-5]$/.test(value)) return Number(value)
  throw new InvalidArgumentError('Harus bilangan bulat dari 0 sampai 5.')
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
