import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Answer, call } from '../api/call.ts'
import { ConfirmDialog, type Confirmation } from '../../parts/confirm-dialog.tsx'
import { Section } from '../../ui/section.tsx'

type Lines = Answer<'POST /files/open'>

/** The lines of a file, which are shown for a reason: who opens them is recorded. */
export function FileLines({
  file: { id, removedAt },
}: {
  file: Pick<Answer<'GET /files/page'>, 'id' | 'removedAt'>
}) {
  const [opened, setOpened] = useState<Lines | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  if (removedAt !== null) return null
  const ask = (from: number) =>
    setConfirmation({
      title: 'Buka isi berkas?',
      description: 'Isinya memuat data pribadi. Dicatat di jejak: siapa yang membuka, kapan, dan mengapa.',
      reason: 'Alasan',
      confirm: 'Buka',
      async act(reason) {
        const more = await call('POST /files/open', { body: { id, from, reason } })
        setOpened((before) =>
          before && from > 1 ? { ...more, lines: [...before.lines, ...more.lines] } : more,
        )
      },
    })
  return (
    <Section title="Isi berkas" {...(opened && { flush: true })}>
      {opened === null ? (
        <Button variant="secondary" icon={<Eye size={18} aria-hidden />} onClick={() => ask(1)}>
          Buka isi
        </Button>
      ) : (
        <>
          <section
            aria-label="Baris berkas"
            // A scroll area without focusable content must itself be reachable by the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="max-h-120 overflow-auto px-4 py-3 sm:px-5"
          >
            <ol className="grid gap-0.5 text-meta">
              {opened.lines.map(({ line, text }) => (
                <li key={line} className="flex gap-3 whitespace-pre">
                  <span className="figures w-12 shrink-0 text-right text-mute">{line}</span>
                  <code>{text}</code>
                </li>
              ))}
            </ol>
          </section>
          {opened.next !== null && (
            <div className="grid justify-items-center border-t border-line p-3">
              <Button variant="quiet" onClick={() => ask(opened.next ?? 1)}>
                Buka berikutnya
              </Button>
            </div>
          )}
        </>
      )}
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} size="small" />
    </Section>
  )
}
