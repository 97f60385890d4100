import { type SyntheticEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { NothingFound } from '../../lists/nothing-found.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useRows } from '../api/use-rows.ts'
import { Lines, Loaded } from '../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { TrailList } from './trail-list.tsx'

const fields = [
  { name: 'operation', label: 'Tindakan', hint: 'misalnya changeContact' },
  { name: 'actor', label: 'Pelaku' },
  { name: 'subject', label: 'Perihal', hint: 'misalnya lender:12' },
  { name: 'lender', label: 'Pemberi Dana (id)' },
  { name: 'loan', label: 'Nomor pinjaman' },
  { name: 'request', label: 'Nomor permintaan' },
  { name: 'outcome', label: 'Hasil', hint: 'done, atau kode penolakan' },
  { name: 'reason', label: 'Alasan' },
  { name: 'from', label: 'Sejak', type: 'date' },
  { name: 'until', label: 'Sampai', type: 'date' },
] as const

type Filter = Record<string, string>

/** The search of the audit trail. */
export function TrailPage() {
  const [search, setSearch] = useSearchParams()
  const filter: Filter = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const query = useRows('GET /trail', filter)
  return (
    <Page
      title="Jejak"
      lead="Semua yang dilakukan, oleh siapa dan mengapa. Tanda * di akhir berarti: dimulai dengan."
    >
      <FilterForm key={search.toString()} filter={filter} onApply={(next) => setSearch(next)} />
      <Section title="Kejadian" count={query.rows?.length} flush>
        {query.rows === undefined ? (
          query.error ? (
            <Loaded query={query} what="Jejak">
              {() => null}
            </Loaded>
          ) : (
            <Lines count={8} />
          )
        ) : query.rows.length === 0 ? (
          <NothingFound reason="Tidak ada kejadian yang cocok." onReset={() => setSearch({})} />
        ) : (
          <TrailList entries={query.rows} />
        )}
        <MoreRows query={query} />
      </Section>
    </Page>
  )
}

function FilterForm({ filter, onApply }: { filter: Filter; onApply: (filter: Filter) => void }) {
  const [draft, setDraft] = useState(filter)
  function apply(event: SyntheticEvent) {
    event.preventDefault()
    onApply(Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== '')))
  }
  return (
    <form
      role="search"
      className="grid gap-4 rounded-card bg-surface p-4 shadow-card sm:p-5"
      onSubmit={apply}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={field.label}
            {...('type' in field && { type: field.type })}
            {...('hint' in field && { placeholder: field.hint })}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            value={draft[field.name] ?? ''}
            onChange={({ target }) =>
              setDraft((before) => ({ ...before, [field.name]: target.value.trimStart() }))
            }
          />
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit">Cari</Button>
        <Button variant="secondary" onClick={() => onApply({})}>
          Kosongkan
        </Button>
      </div>
    </form>
  )
}
