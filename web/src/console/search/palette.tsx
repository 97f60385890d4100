import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { call } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { actionPath, objectWords, pathOf, paths } from '../paths.ts'
import { useMay } from '../session/me.ts'
import { navigation } from '../shell/navigation.ts'
import { shortestQuery, useTyped } from './use-typed.ts'

type Entry = { key: string; to: string; words: string; aside: string }

/** Search and commands in one: what is typed is looked for among people and money, screens and actions. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Cari" size="medium">
      <PaletteBody onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const typed = useTyped(text)
  const found = useQuery({
    queryKey: ['GET /search', typed],
    queryFn: ({ signal }) => call('GET /search', { query: { q: typed }, signal }),
    enabled: typed.length >= shortestQuery,
    placeholderData: keepPreviousData,
  })
  const own = useOwnEntries(text)
  const isSearching = text.trim().length >= shortestQuery
  const things: Entry[] = isSearching
    ? (found.data?.found ?? []).map(({ about, words, by }) => ({
        key: `${about.kind} ${about.id}`,
        to: pathOf(about),
        words,
        aside: `${objectWords[about.kind]} · ${by}`,
      }))
    : []
  const entries = [...things, ...own]
  const at = Math.min(chosen, Math.max(0, entries.length - 1))
  useEffect(() => input.current?.focus(), [])

  function go(entry: Entry | undefined) {
    if (!entry) return
    onDone()
    // The dialog first takes back its entry of the history.
    setTimeout(() => void navigate(entry.to))
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') go(entries[at])
    else if (step === undefined || entries.length === 0) return
    else setChosen((at + step + entries.length) % entries.length)
    event.preventDefault()
  }
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2.5 rounded-control border border-field-line px-3 focus-within:border-brand focus-within:ring-2 focus-within:ring-brand/25">
        <Search size={18} aria-hidden className="shrink-0 text-mute" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Cari"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Telepon, e-mail, nama, nomor, nomor permintaan"
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent outline-none placeholder:text-mute"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Hasil" className="-mx-2 grid">
        {entries.map((entry, index) => (
          // Keys are handled by the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerMove={() => setChosen(index)}
            onClick={() => go(entry)}
            className={cx(
              'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-2 py-1.5 text-table',
              index === at && 'bg-brand-tint text-brand',
            )}
          >
            <span className="min-w-0 font-medium wrap-anywhere">{entry.words}</span>
            <span className={cx('shrink-0 text-meta', index === at ? 'text-brand' : 'text-mute')}>
              {entry.aside}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="text-table text-mute">
        {stateOf()}
      </p>
    </div>
  )

  function stateOf(): string {
    if (!isSearching) return 'Ketik sedikitnya dua huruf. Pilih dengan panah, buka dengan Enter.'
    if (found.error) return messageOf(found.error)
    if (typed !== text.trim() || found.isFetching) return 'Mencari…'
    if (found.data?.more) return 'Masih ada hasil lain. Tulis lebih lengkap.'
    return things.length > 0 ? '' : 'Tidak ada Pemberi Dana, pinjaman, pembayaran, atau penarikan yang cocok.'
  }
}

/** The screens and actions whose names match. */
function useOwnEntries(text: string): Entry[] {
  const mayPropose = useMay('WORK')
  const actions = useCall('GET /actions', undefined, { enabled: mayPropose }).data?.actions ?? []
  const wanted = text.trim().toLowerCase()
  const fits = (words: string) => words.toLowerCase().includes(wanted)
  const screens = navigation
    .filter(({ to, label }) => to !== paths.search && fits(label))
    .map(({ to, label }) => ({ key: to, to, words: label, aside: 'Layar' }))
  const fitting = actions
    .filter(({ title }) => wanted.length >= shortestQuery && fits(title))
    .slice(0, 6)
    .map(({ name, title }) => ({ key: name, to: actionPath(name), words: title, aside: 'Tindakan' }))
  return [...fitting, ...screens]
}
