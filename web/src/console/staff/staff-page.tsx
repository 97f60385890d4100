import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Link } from '../../ui/link.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { ActionLinks } from '../actions/action-links.tsx'
import type { Answer } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import { dayText } from '../../parts/moment-text.ts'
import { trailPath } from '../paths.ts'
import { rightWords } from '../session/right-words.ts'

type Rule = Answer<'GET /rules'>['operations'][number]

/** Who works here with which rights, and which actions need how many people. */
export function StaffPage() {
  const people = useCall('GET /staff')
  const rules = useCall('GET /rules')
  const actions = useCall('GET /actions').data?.actions ?? []
  const ofStaff = actions.filter(({ group }) => group === staffGroup).map(({ name }) => ({ name, input: {} }))
  return (
    <Page title="Staf dan aturan">
      <Section
        title="Staf"
        count={people.data?.people.length}
        flush
        aside={<ActionLinks actions={ofStaff} label="Staf dan aturan" className="flex flex-wrap" />}
      >
        <Loaded query={people} what="Daftar staf" lines={3}>
          {(data) => (
            <Table
              caption="Staf"
              rows={data.people}
              keyOf={({ id }) => id}
              columns={[
                { label: 'Nama', isName: true, cell: ({ name }) => name },
                {
                  label: 'Wewenang',
                  cell: ({ rights }) =>
                    rights.length === 0 ? (
                      <StatusLabel tone="bad">Ditangguhkan</StatusLabel>
                    ) : (
                      rights.map((right) => rightWords[right]).join(', ')
                    ),
                },
                {
                  label: 'Passkey',
                  isFigure: true,
                  cell: ({ passkeys }) => passkeys,
                },
                {
                  label: 'Sejak',
                  cell: ({ addedAt }) => <span className="figures">{dayText(addedAt)}</span>,
                },
                {
                  label: 'Jejak',
                  cell: ({ id, name }) => (
                    <Link
                      to={trailPath({ actor: `staff-${id}` })}
                      className="font-medium text-brand hover:underline"
                    >
                      Lihat
                      <span className="sr-only">{` jejak ${name}`}</span>
                    </Link>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section title="Aturan persetujuan" flush>
        <Loaded query={rules} what="Aturan">
          {({ operations }) => <Rules operations={operations} />}
        </Loaded>
      </Section>
    </Page>
  )
}

/** The group of the actions about staff and rules in the registry. */
const staffGroup = 'Staf dan aturan'

/** How many people the rule of now asks for. */
const asked = ({ versions: [now] }: Rule): number => now?.deciders ?? 0

/** Those with a rule first, then by their titles. */
const byRule = (a: Rule, b: Rule): number => asked(b) - asked(a) || a.title.localeCompare(b.title, 'id')

const Rules = ({ operations }: { operations: readonly Rule[] }) => (
  <Table
    caption="Aturan persetujuan"
    rows={[...operations].sort(byRule)}
    keyOf={({ operation }) => operation}
    columns={[
      { label: 'Tindakan', isName: true, cell: ({ title }) => title },
      {
        label: 'Persetujuan',
        cell: ({ versions: [now] }) =>
          now === undefined || now.deciders === 0 ? (
            <span className="text-mute">Tidak diminta</span>
          ) : (
            `${now.deciders} orang`
          ),
      },
      {
        label: 'Jumlah besar',
        cell: ({ versions: [now] }) =>
          now?.largeFrom && now.largeDeciders
            ? `${now.largeDeciders} orang mulai ${formatRupiah(now.largeFrom)}`
            : '–',
      },
      {
        label: 'Batas waktu',
        cell: ({ versions: [now] }) => (now && now.deciders > 0 ? `${now.hours} jam` : '–'),
      },
      {
        label: 'Versi',
        cell: ({ versions: [now] }) => (now ? `${now.version}, sejak ${dayText(now.at)}` : '–'),
      },
    ]}
  />
)
