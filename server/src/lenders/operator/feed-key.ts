import { type Command, InvalidArgumentError } from 'commander'
import { businessToday } from '../../books/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate } from '../../operator/values.ts'
import { auditAlone } from '../../platform/audit/audit.ts'
import { settings } from '../../platform/settings/config.ts'
import { hashToken } from '../../platform/token.ts'
import { makeKeySecret } from '../keys/index.ts'

type Asked = { name: string; lastDay: string; networks?: string }

/** `staff feed-key`: a key of staff, which gets its effect from the setting FEED_KEYS. */
export function addFeedKey(staff: Command, terminal: Terminal): void {
  addCommand(staff, {
    use: 'feed-key',
    description:
      'membuat kunci bagi sistem penyelenggara sendiri, yang membaca peristiwa semua Pemberi Dana melalui GET /api/v1/partner/all-events. Kunci ditampilkan sekali; ia berlaku setelah barisnya ada di FEED_KEYS dan proses HTTP dimulai ulang, dan dicabut dengan menghapus baris itu lalu memulai ulang lagi',
    example: 'staff feed-key --name ledger --last-day 2027-06-30 --networks 10.1.0.0/16',
    writes: true,
  })
    .requiredOption('--name <name>', 'namanya dalam log dan catatan audit: a-z, 0-9, -', readName)
    .requiredOption('--last-day <date>', 'hari terakhir kunci berlaku, YYYY-MM-DD', readDate)
    .option('--networks <list>', 'hanya dari jaringan ini, dipisahkan koma; bawaan: dari mana saja')
    .action((asked: Asked, command: Command) => runCommand(terminal, command, (tools) => make(tools, asked)))
}

function readName(value: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(value)) return value
  throw new InvalidArgumentError('Nama kunci terdiri atas huruf kecil, angka, -, paling banyak 40.')
}

async function make({ context, actor, dryRun }: CommandTools, { name, lastDay, networks = '' }: Asked) {
  const { db, config, random } = context
  if (lastDay < (await businessToday(db))) throw new CommandError(`${lastDay} sudah lewat.`)
  if (config.FEED_KEYS.some((key) => key.name === name))
    throw new CommandError(`FEED_KEYS sudah memuat kunci ${name}. Kunci penggantinya bernama lain.`)
  const secret = makeKeySecret(random)
  const places = networks.split(/[ ,]+/).flatMap((network) => network || [])
  const line = [
    name,
    lastDay,
    hashToken(secret).toString('hex'),
    ...(places.length > 0 ? [places.join('+')] : []),
  ].join(':')
  if (!settings.shape.FEED_KEYS.safeParse(line).success)
    throw new CommandError(`${networks} bukan jaringan seperti 10.1.0.0/16, 2001:db8::/32.`)
  if (dryRun) return { exit: 0 as const, lines: [`Kunci ${name} akan dibuat.`], data: { name, lastDay } }
  await auditAlone(db, {
    id: random.uuid(),
    actor,
    operation: 'makeFeedKey',
    subject: `feed-key:${name}`,
    outcome: 'done',
    detail: { lastDay, networks: places },
  })
  return {
    exit: 0 as const,
    lines: ['Kunci, hanya ditampilkan sekarang:', secret, 'Tambahkan pada FEED_KEYS, dipisahkan koma:', line],
    data: { name, lastDay, secret, setting: line },
  }
}
