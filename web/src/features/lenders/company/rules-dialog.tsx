import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { type CompanyRule, type RuleSubject, ruleSubjects } from '@pematang/contract/lenders/company/rules'
import { useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { serverNow } from '../../../api/server-time.ts'
import { subjectWords } from '../../../company/words.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useTypedDay } from '../../../ui/use-typed-day.ts'
import { hasSum, hoursFault, type RuleDraft, type RulesDraft, rulesDraft, rulesOf } from './rules-draft.ts'
import { useCompanyChange } from './use-change.ts'

const numbers = [
  { value: '0', label: 'Tidak diminta' },
  { value: '1', label: '1 orang' },
  { value: '2', label: '2 orang' },
] as const

const today = () => businessDateOf(serverNow())

type Props = { rules: readonly CompanyRule[]; factorFrom: string | null; onClosed: () => void }

/** All rules at once, because loosening one is decided under those of before. */
export function RulesDialog({ rules, factorFrom, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const [draft, setDraft] = useState<RulesDraft>(() => rulesDraft(rules))
  const factor = useTypedDay(() => factorFrom ?? '')
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const save = useCompanyChange({
    action: 'Simpan aturan',
    change: (typed: { rules: CompanyRule[]; factorFrom?: string | null }) =>
      api('POST /company/rules', { body: typed, quiet: true, proposal: 'new' }),
    done: () => 'Aturan perusahaan disimpan',
    onEnded: () => setOpen(false),
  })
  function submit() {
    setAsked(true)
    const typed = rulesOf(draft)
    const day = factor.day || null
    if (typed && !factor.isWrong)
      return save.mutate({ rules: typed, ...(day !== factorFrom && { factorFrom: day }) })
    // Focuses the first field with an error, once it is rendered.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={save.isPending}
      size="large"
      title="Ubah aturan"
      description="Yang dikosongkan pada kolom jumlah berlaku untuk setiap jumlah."
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button type="submit" form={id} busy={save.isPending}>
            Simpan aturan
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="hairlines">
          {ruleSubjects.map((subject) => (
            <RuleFields
              key={subject}
              subject={subject}
              draft={draft[subject]}
              fault={asked ? hoursFault(draft[subject]) : null}
              onChange={(part) => {
                save.reset()
                setDraft({ ...draft, [subject]: { ...draft[subject], ...part } })
              }}
            />
          ))}
          <div className="grid gap-3 py-4 lg:grid-cols-[minmax(0,1fr)_15rem] lg:items-start">
            <p className="text-table text-mute lg:pt-6">
              Sejak tanggal ini anggota yang belum memasang verifikasi dua langkah hanya dapat memasangnya.
              Kosongkan bila tidak diwajibkan.
            </p>
            <DayField
              label="Verifikasi dua langkah wajib mulai"
              {...factor.field}
              onChange={(day) => {
                save.reset()
                factor.field.onChange(day)
              }}
              first={today()}
              today={() => addDays(today(), 365)}
            />
          </div>
        </div>
        <p role="alert" className={save.fault ? 'mt-2 text-table text-bad' : 'sr-only'}>
          {save.fault}
        </p>
      </form>
      {save.dialog}
    </Dialog>
  )
}

type FieldsProps = {
  subject: RuleSubject
  draft: RuleDraft
  fault: string | null
  onChange: (part: Partial<RuleDraft>) => void
}

function RuleFields({ subject, draft: { deciders, from, hours }, fault, onChange }: FieldsProps) {
  const { name, does } = subjectWords[subject]
  const isAsked = deciders !== '0'
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_6rem] gap-3 py-4 sm:grid-cols-[minmax(0,1fr)_9.5rem] lg:grid-cols-[minmax(0,1fr)_9.5rem_12rem_6rem] lg:items-start">
      <legend className="sr-only">{name}</legend>
      <div className="min-w-0 max-sm:col-span-full lg:pt-6">
        <p className="font-semibold">{name}</p>
        <p className="text-table text-mute">{does}</p>
      </div>
      <ChoiceField
        label="Persetujuan"
        className="max-sm:col-span-full"
        value={deciders}
        options={numbers}
        onChange={(value) => onChange({ deciders: value === '2' ? '2' : value === '1' ? '1' : '0' })}
      />
      {isAsked && hasSum(subject) ? (
        <MoneyField label="Mulai jumlah" value={from} onChange={(amount) => onChange({ from: amount })} />
      ) : (
        <span className="max-lg:hidden" />
      )}
      {isAsked && (
        <TextField
          label="Batas (jam)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={hours}
          error={fault}
          onChange={({ target }) => onChange({ hours: target.value })}
        />
      )}
    </fieldset>
  )
}
