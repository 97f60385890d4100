import { type Command, InvalidArgumentError } from 'commander'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readEmail } from '../../operator/email-value.ts'
import { readText } from '../../operator/values.ts'
import { type Right, rights as allRights } from '../../platform/approvals/rights.ts'
import { startWithRules } from '../approvals/start.ts'
import { addStaff, listStaff, setStaffRights, takeStaffRights } from '../people/staff.ts'
import { invitationLink } from '../people/send-invitation.ts'
import { inviteFirstStaff, inviteStaffHere, mayInviteAlone } from '../people/invite.ts'

type Asked = { name: string; email: string; rights: Right[]; reason: string }

/** `staff`: who may look, work, decide and change staff. */
export function addStaffCommands(group: Command, terminal: Terminal): void {
  addCommand(group, {
    use: 'list',
    description: 'menampilkan staf dengan wewenang dan banyaknya passkey',
    example: 'staff list',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const people = await listStaff(context.db)
      const lines = people.map(
        ({ id, name, rights, passkeys }) =>
          `${id}  ${name}  ${rights.join(',') || 'ditangguhkan'}  ${passkeys} passkey`,
      )
      return { exit: 0, lines: lines.length > 0 ? lines : ['Belum ada staf.'], data: { people } }
    }),
  )
  addCommand(group, {
    use: 'add',
    description:
      'menambahkan orang, yang bertindak di baris perintah dengan nama ini; sejak yang kedua yang boleh memutuskan, produksi meminta persetujuan orang kedua',
    example: 'staff add --name Siti --email siti@contoh.example --rights LOOK,WORK,DECIDE',
    writes: true,
  })
    .requiredOption('--name <name>', 'namanya, bagi --operator', readName(100))
    .requiredOption(
      '--email <address>',
      'alamat tempat administrator diberi tahu tentang perintah dengan --break-glass',
      readEmail,
    )
    .requiredOption('--rights <list>', 'dari LOOK, WORK, DECIDE, ADMIN', readRights)
    .action(({ name, email, rights }: Asked, command: Command) =>
      runCommand(terminal, command, async (tools) => {
        const { id } = await tools.act(addStaff, { name, email, rights })
        if (!tools.dryRun) await startWithRules(tools.context)
        return { exit: 0, lines: [`${name} ditambahkan sebagai staf ${id}.`], data: { id } }
      }),
    )
  addInvite(group, terminal)
  addRightsCommand(group, terminal, {
    use: 'rights',
    description: 'memberi seseorang wewenang ini sebagai ganti yang sebelumnya',
    verb: setStaffRights,
  })
  addRightsCommand(group, terminal, {
    use: 'take',
    description: 'mencabut wewenang seseorang seketika; bila semuanya, ia ditangguhkan',
    verb: takeStaffRights,
  })
}

function addInvite(group: Command, terminal: Terminal): void {
  addCommand(group, {
    use: 'invite',
    description:
      'mengundang seseorang mendaftarkan passkey pertama bagi konsol, sebagai ganti yang dimilikinya; sejak dua orang dapat memutuskan di sana, persetujuan orang kedua diminta, dan tautannya hanya dikirim ke e-mail-nya',
    example: 'staff invite --name Siti --reason "hari pertama"',
    writes: true,
  })
    .requiredOption('--name <name>', 'siapa', readText(100))
    .requiredOption('--reason <text>', 'alasan, untuk catatan', readText(200))
    .action((asked: { name: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => invite(tools, asked)),
    )
}

async function invite({ act, context, dryRun }: CommandTools, asked: { name: string; reason: string }) {
  const shown: string[] = []
  const isFirst = await mayInviteAlone(context.db)
  const verb = (isFirst ? inviteFirstStaff : inviteStaffHere)((token) => shown.push(token))
  const { id } = await act(verb, asked)
  // Of several attempts the last was committed.
  const link = invitationLink(context.config, shown.at(-1) ?? '')
  const lines = dryRun
    ? [`${asked.name} akan diundang.`]
    : [`Tautan untuk ${asked.name}, sekali pakai, 30 menit:`, link]
  return { exit: 0 as const, lines, data: { id, ...(dryRun ? {} : { link }) } }
}

function addRightsCommand(
  group: Command,
  terminal: Terminal,
  { use, description, verb }: { use: string; description: string; verb: typeof setStaffRights },
): void {
  addCommand(group, {
    use,
    description,
    example: `staff ${use} --name Siti --rights DECIDE --reason "keputusan 7/2026"`,
    writes: true,
  })
    .requiredOption('--name <name>', 'siapa', readText(100))
    .requiredOption('--rights <list>', 'dari LOOK, WORK, DECIDE, ADMIN', readRights)
    .requiredOption('--reason <text>', 'alasan, untuk catatan', readText(200))
    .action(({ name, rights, reason }: Asked, command: Command) =>
      runCommand(terminal, command, (tools) => change(tools, verb, { name, rights, reason })),
    )
}

async function change(
  { act, context, dryRun }: CommandTools,
  verb: typeof setStaffRights,
  asked: { name: string; rights: Right[]; reason: string },
) {
  const { id } = await act(verb, asked)
  if (!dryRun) await startWithRules(context)
  return { exit: 0 as const, lines: [`Wewenang ${asked.name} diubah.`], data: { id } }
}

function readRights(value: string): Right[] {
  const named = value.toUpperCase().split(/[ ,]+/)
  const found = allRights.filter((right) => named.includes(right))
  if (found.length === named.length) return found
  throw new InvalidArgumentError('Isinya daftar dari LOOK, WORK, DECIDE, ADMIN.')
}
