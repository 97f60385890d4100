import { businessDateOf } from '@pematang/contract/format/business-date'
import type { CompanyMember } from '@pematang/contract/lenders/company/endpoints'
import { MailPlus, PenLine, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'
import { useMay } from '../../../company/member.ts'
import type { Company } from '../../../company/use-company.ts'
import { roleNames } from '../../../company/words.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { whenText } from './when-text.ts'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))
const MemberDialog = lazyPart(() => import('./member-dialog.tsx').then((module) => module.MemberDialog))
const EndMemberDialog = lazyPart(() => import('./end-dialog.tsx').then((module) => module.EndMemberDialog))

type Opened = 'invite' | { kind: 'again' | 'roles' | 'SUSPEND' | 'REMOVE'; member: CompanyMember }

/** The people of a company, with what an administrator may change of them. */
export function People({ people, factorFrom }: Pick<Company, 'people' | 'factorFrom'>) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const may = useMay('PEOPLE')
  const close = () => setOpened(null)
  return (
    <Section
      title="Orang"
      count={people.length}
      flush
      aside={
        may && (
          <Button
            icon={<UserPlus size={18} aria-hidden />}
            aria-haspopup="dialog"
            className="my-1.5"
            onPointerEnter={() => void InviteDialog.preload()}
            onFocus={() => void InviteDialog.preload()}
            onClick={() => setOpened('invite')}
          >
            Undang anggota
          </Button>
        )
      }
    >
      <ul aria-label="Anggota perusahaan" className="hairlines">
        {people.map((member) => (
          <Member
            key={member.memberId}
            member={member}
            factorFrom={factorFrom}
            onOpen={may ? (kind) => setOpened({ kind, member }) : null}
          />
        ))}
      </ul>
      {opened && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            close()
            toastPartMissing()
          }}
        >
          <Shown opened={opened} onClosed={close} />
        </Part>
      )}
    </Section>
  )
}

function Shown({ opened, onClosed }: { opened: Opened; onClosed: () => void }) {
  if (opened === 'invite') return <InviteDialog again={null} onClosed={onClosed} />
  const { kind, member } = opened
  if (kind === 'roles') return <MemberDialog member={member} onClosed={onClosed} />
  if (kind !== 'again') return <EndMemberDialog member={member} how={kind} onClosed={onClosed} />
  const { name, phone, email, roles, isSignatory } = member
  return (
    <InviteDialog
      again={{ name, phone: phone ?? '', email: email ?? '', roles, isSignatory }}
      onClosed={onClosed}
    />
  )
}

type MemberProps = {
  member: CompanyMember
  /** From which day each member needs a second factor; null where none is asked for. */
  factorFrom: string | null
  /** Null for who may not change it. */
  onOpen: ((kind: 'again' | 'roles' | 'SUSPEND' | 'REMOVE') => void) | null
}

function Member({ member, factorFrom, onOpen }: MemberProps) {
  const { name, roles, isSignatory, isMe, phone, email } = member
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3.5 sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="flex min-w-0 gap-3">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-tint text-table font-semibold text-brand"
        >
          {initials(name)}
        </span>
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">
              {name}
              {isMe && <span className="font-normal text-mute"> (Anda)</span>}
            </span>
            <StateMark member={member} />
            {factorFrom !== null && member.hasFactor === false && member.state === 'ACTIVE' && (
              <StatusLabel tone={factorFrom <= businessDateOf(serverNow()) ? 'warn' : 'idle'}>
                Dua langkah: belum
              </StatusLabel>
            )}
            {isSignatory && (
              <span className="inline-flex items-center gap-1 text-meta font-medium text-brand">
                <PenLine size={14} aria-hidden />
                Penanda tangan
              </span>
            )}
          </p>
          <p className="text-table">{roleNames(roles)}</p>
          <p className="flex flex-wrap gap-x-4 text-table text-mute">
            {phone && <span className="figures">{`+62 ${phone}`}</span>}
            {email && <span className="min-w-0 wrap-anywhere">{email}</span>}
            <span className="tabular-nums">{whenText(member)}</span>
          </p>
        </div>
      </div>
      {onOpen && <Actions member={member} onOpen={onOpen} />}
    </li>
  )
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

function StateMark({ member: { state } }: Pick<MemberProps, 'member'>) {
  if (state === 'INVITED') return <StatusLabel tone="warn">Diundang</StatusLabel>
  if (state === 'SUSPENDED') return <StatusLabel tone="bad">Ditangguhkan</StatusLabel>
  return null
}

function Actions({ member, onOpen }: { member: CompanyMember; onOpen: NonNullable<MemberProps['onOpen']> }) {
  const { name, state, isFirst } = member
  const ofWhom = <span className="sr-only"> {name}</span>
  const look = { variant: 'quiet', className: 'px-3!', 'aria-haspopup': 'dialog' } as const
  return (
    <div className="-ml-3 flex flex-wrap sm:max-lg:pl-13 lg:ml-0">
      {state === 'INVITED' && (
        <Button {...look} icon={<MailPlus size={16} aria-hidden />} onClick={() => onOpen('again')}>
          Undang kembali{ofWhom}
        </Button>
      )}
      <Button {...look} onClick={() => onOpen('roles')}>
        {state === 'SUSPENDED' ? 'Aktifkan' : 'Ubah peran'}
        {ofWhom}
      </Button>
      {state === 'ACTIVE' && !isFirst && (
        <Button {...look} onClick={() => onOpen('SUSPEND')}>
          Tangguhkan{ofWhom}
        </Button>
      )}
      {!isFirst && (
        <Button {...look} className="px-3! text-bad!" onClick={() => onOpen('REMOVE')}>
          Keluarkan{ofWhom}
        </Button>
      )}
    </div>
  )
}
