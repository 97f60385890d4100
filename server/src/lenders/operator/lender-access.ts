import type { Command } from 'commander'
import { englishDeviceName } from '../auth/user-agent.ts'
import { liveSessions } from '../auth/session-list.ts'
import { changeContact, endLenderSessions } from '../profile/change-contact.ts'
import { closeLender, reactivateLender, suspendLender } from '../profile/lender-state.ts'
import { recoverFactors, stopFactorRecovery } from '../factor-changes/recovery.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readEmail } from '../../operator/email-value.ts'
import { readCount, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type OfLender = { phone: string; reason: string }
type ContactOptions = OfLender & { newPhone?: string; newEmail?: string }

/** `lenders suspend`, `close`, `reactivate`, `change-contact`, `sessions`, `end-sessions`, `recover-factor`, `stop-recovery`. */
export function addLenderAccess(lenders: Command, terminal: Terminal): void {
  for (const { use, description, verb, told } of [
    {
      use: 'suspend',
      description:
        'menangguhkan Pemberi Dana: tanpa login, pendanaan, atau penarikan dana; sesinya berakhir dan pendanaannya berjalan terus',
      verb: suspendLender,
      told: 'ditangguhkan',
    },
    {
      use: 'close',
      description: 'menutup akun tanpa dana, cadangan, dan pendanaan yang belum selesai',
      verb: closeLender,
      told: 'ditutup',
    },
    {
      use: 'reactivate',
      description: 'mengaktifkan lagi Pemberi Dana yang ditangguhkan atau akun yang ditutup',
      verb: reactivateLender,
      told: 'aktif',
    },
  ]) {
    const leaf = addCommand(lenders, {
      use,
      description,
      example: `lenders ${use} --phone 81234567890 --reason "surat 20 November"`,
      writes: true,
    })
    addReason(leaf).action(({ phone, reason }: OfLender, command: Command) =>
      runCommand(terminal, command, async ({ context, act }) => {
        const lenderId = await lenderOf(context, phone)
        const { changed, sessionsEnded } = await act(verb, { lenderId, reason })
        const line = changed
          ? `Pemberi Dana ${lenderId} ${told}, ${sessionsEnded} sesi diakhiri`
          : `Pemberi Dana ${lenderId} sudah ${told} sebelumnya; tidak ada yang dilakukan`
        return { exit: 0, lines: [line], data: { lenderId, changed, sessionsEnded } }
      }),
    )
  }
  addReason(
    addCommand(lenders, {
      use: 'change-contact',
      description: 'mengubah nomor telepon atau alamat e-mail Pemberi Dana; semua sesinya berakhir',
      example:
        'lenders change-contact --phone 81234567890 --new-phone 81298765432 --reason "nomor baru, identitas diperiksa"',
      writes: true,
    }),
  )
    .option('--new-phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .option('--new-email <address>', 'alamat tujuan pesan', readEmail)
    .action((options: ContactOptions, command: Command) =>
      runCommand(terminal, command, (tools) => change(tools, options)),
    )
  addSessions(lenders, terminal)
  addRecovery(lenders, terminal)
}

function addSessions(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'sessions',
    description:
      'menampilkan sesi Pemberi Dana yang masih hidup menurut pemakaian terakhir: browser, awal, dan batas akhirnya',
    example: 'lenders sessions --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .option('--limit <count>', 'paling banyak sekian baris, sampai 1000', readCount(1000), 100)
    .action(({ phone, limit }: { phone: string; limit: number }, command: Command) =>
      runCommand(terminal, command, (tools) => showSessions(tools, phone, limit)),
    )
  addReason(
    addCommand(lenders, {
      use: 'end-sessions',
      description: 'mengakhiri semua sesi Pemberi Dana dan membatalkan kode yang sudah dikirim',
      example: 'lenders end-sessions --phone 81234567890 --reason "telepon hilang"',
      writes: true,
    }),
  )
    .option('--session <id>', 'hanya sesi ini, menurut nomornya dalam "lenders sessions"', readText(40))
    .action(({ phone, reason, session }: OfLender & { session?: string }, command: Command) =>
      runCommand(terminal, command, async ({ context, act }) => {
        const lenderId = await lenderOf(context, phone)
        const { sessionsEnded } = await act(endLenderSessions, {
          lenderId,
          reason,
          ...(session === undefined ? {} : { session }),
        })
        return { exit: 0, lines: [`${sessionsEnded} sesi diakhiri`], data: { lenderId, sessionsEnded } }
      }),
    )
}

function addRecovery(lenders: Command, terminal: Terminal): void {
  addReason(
    addCommand(lenders, {
      use: 'recover-factor',
      description:
        'melepas faktor kedua yang hilang dari Pemberi Dana yang identitasnya sudah diperiksa: 24 jam kemudian, kecuali ia menghentikannya',
      example: 'lenders recover-factor --phone 81234567890 --reason "telepon hilang, identitas diperiksa"',
      writes: true,
    }),
  ).action(({ phone, reason }: OfLender, command: Command) =>
    runCommand(terminal, command, async ({ context, act }) => {
      const lenderId = await lenderOf(context, phone)
      const { at } = await act(recoverFactors, { lenderId, reason })
      return {
        exit: 0,
        lines: [`faktor kedua Pemberi Dana ${lenderId} berakhir pada ${at}`],
        data: { lenderId, at },
      }
    }),
  )
  addReason(
    addCommand(lenders, {
      use: 'stop-recovery',
      description: 'menghentikan pemulihan faktor kedua yang menunggu',
      example: 'lenders stop-recovery --phone 81234567890 --reason "bukan permintaannya"',
      writes: true,
    }),
  ).action(({ phone, reason }: OfLender, command: Command) =>
    runCommand(terminal, command, async ({ context, act }) => {
      const lenderId = await lenderOf(context, phone)
      await act(stopFactorRecovery, { lenderId, reason })
      return {
        exit: 0,
        lines: [`pemulihan faktor kedua Pemberi Dana ${lenderId} dihentikan`],
        data: { lenderId },
      }
    }),
  )
}

async function showSessions({ context }: CommandTools, phone: string, limit: number) {
  const lenderId = await lenderOf(context, phone)
  const rows = await liveSessions(context.db, lenderId, context.config.SESSION_IDLE_SECONDS, limit)
  const sessions = rows.map((row) => ({
    id: row.id,
    device: englishDeviceName(row),
    lastUsed: row.usedAt.toISOString(),
    since: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }))
  return {
    exit: 0 as const,
    lines: [
      ...sessions.map(
        ({ id, device, lastUsed, since, endsAt }) =>
          `${id}  ${device}, terakhir dipakai ${lastUsed}, sejak ${since}, paling lambat sampai ${endsAt}`,
      ),
      `${sessions.length} sesi`,
    ],
    data: { lenderId, sessions },
  }
}

const addReason = (command: Command): Command =>
  command
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit; tanpa data pribadi', readText(200))

async function change({ context, act }: CommandTools, { phone, newPhone, newEmail, reason }: ContactOptions) {
  if (newPhone === undefined && newEmail === undefined)
    throw new CommandError('Sebutkan yang berubah: --new-phone, --new-email, atau keduanya.')
  const lenderId = await lenderOf(context, phone)
  const changed = await act(changeContact, {
    lenderId,
    reason,
    ...(newPhone === undefined ? {} : { phone: newPhone }),
    ...(newEmail === undefined ? {} : { email: newEmail }),
  })
  const what = [changed.phone ? 'nomor telepon' : '', changed.email ? 'e-mail' : ''].filter(
    (word) => word !== '',
  )
  return {
    exit: 0 as const,
    lines: [
      what.length === 0
        ? 'sudah demikian sebelumnya; tidak ada yang dilakukan'
        : `${what.join(' dan ')} diubah, ${changed.sessionsEnded} sesi diakhiri`,
    ],
    data: { lenderId, ...changed },
  }
}
