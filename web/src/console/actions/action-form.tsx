import type { Action, Preview } from '@pematang/contract/staff/actions'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { call } from '../api/call.ts'
import { ConfirmDialog, type Confirmation } from '../../parts/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PreviewView } from '../parts/preview-view.tsx'
import { Section } from '../../ui/section.tsx'
import { proposalPath } from '../paths.ts'
import { sentenceOf } from '../../parts/sentence.ts'
import type { ActionState } from './action-state.ts'
import { ActionFieldView } from './action-field.tsx'
import { DoneView } from './done-view.tsx'
import { faultsOf, type Input, isGiven, namedFault, wordsOf } from './input.ts'

type Props = { action: Action; given: Input } & Pick<ActionState, 'from'>

/** The form of an action: filled, tried, and then proposed or done. */
export function ActionForm({ action, given, from }: Props) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [input, setInput] = useState<Input>(given)
  const [faults, setFaults] = useState<Input>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [done, setDone] = useState<Preview['lines'] | null>(null)
  const form = useRef<HTMLFormElement>(null)

  async function preview(event: SyntheticEvent) {
    event.preventDefault()
    const found = faultsOf(action.fields, input)
    setFaults(found)
    setRefusal(null)
    if (busy) return
    if (Object.keys(found).length > 0) {
      focusFault()
      return
    }
    setBusy(true)
    try {
      const body = { name: action.name, input }
      ask(await call('POST /actions/preview', { body }), body)
    } catch (error) {
      const sentence = sentenceOf(error)
      const fault = namedFault(action.fields, sentence)
      if (fault) {
        setFaults(fault)
        focusFault()
      } else setRefusal(sentence)
    } finally {
      setBusy(false)
    }
  }

  const focusFault = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  function ask(tried: Preview, body: { name: string; input: Input }) {
    // One key for what is confirmed here: a second press after a lost answer asks for the same.
    const idempotencyKey = crypto.randomUUID()
    const isProposed = tried.deciders > 0
    setConfirmation({
      title: action.title,
      description: isProposed
        ? `Diajukan sebagai usulan: ${tried.deciders} orang lain harus menyetujuinya.`
        : 'Langsung dilakukan; tidak ada aturan yang meminta persetujuan.',
      body: <PreviewView preview={tried} />,
      confirm: isProposed ? 'Ajukan usulan' : 'Lakukan',
      async act() {
        const answer = await call('POST /actions/propose', { body, idempotencyKey })
        await cache.invalidateQueries()
        if (answer.state === 'DONE') {
          toast.success(`${action.title}: sudah dilakukan.`)
          setDone(answer.lines)
          return
        }
        if (answer.isNew) toast.success(`Usulan ${answer.number} diajukan.`)
        else toast.info(`Usulan yang sama sudah menunggu: ${answer.number}.`)
        if (answer.number !== null) setTimeout(() => void navigate(proposalPath(answer.number ?? 0)))
      },
    })
  }

  if (done) return <DoneView lines={done} {...(from && { from })} onAgain={() => setDone(null)} />
  const isLocked = (name: string) => isGiven(given, name)
  return (
    <Section title="Isian" className="max-w-180">
      <form ref={form} noValidate className="grid gap-4" onSubmit={(event) => void preview(event)}>
        {action.fields.map((field) => (
          <ActionFieldView
            key={field.name}
            field={field}
            value={input[field.name] ?? ''}
            error={faults[field.name] || undefined}
            given={isLocked(field.name) ? wordsOf(field, given, from) : undefined}
            onChange={(value) => {
              setInput((before) => ({ ...before, [field.name]: value }))
              setFaults((before) => ({ ...before, [field.name]: '' }))
            }}
          />
        ))}
        {refusal && (
          <Notice tone="bad" role="alert">
            {refusal}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={busy} busyLabel="Memeriksa…">
            Periksa
          </Button>
          <p className="text-table text-mute">
            {action.needsSecondPair
              ? 'Belum ada yang berubah: Anda melihat akibatnya dahulu, lalu mengajukannya.'
              : 'Belum ada yang berubah: Anda melihat akibatnya dahulu.'}
          </p>
        </div>
      </form>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}
