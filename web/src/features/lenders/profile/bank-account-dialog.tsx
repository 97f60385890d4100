import { bareNumber } from '@pematang/contract/bare-number'
import { type BankCode, bankCodes, banks } from '@pematang/contract/lenders/bank-account/banks'
import {
  accountNameSentence,
  accountNumberPattern,
  accountNumberSentence,
  accountRequestDays,
  bankSentence,
} from '@pematang/contract/lenders/bank-account/rules'
import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { isPasswordMissing, type WithPassword } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'

const formId = 'rekening-baru'
const options = bankCodes
  .map((value) => ({ value, label: `${banks[value]} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label, 'id'))

type Props = { withProof: WithPassword; onAsked: () => void; onClose: () => void }
type Draft = { bankCode: BankCode | null; accountNumber: string; accountName: string }
type Faults = Partial<Record<keyof Draft, string>>

function faultsOf({ bankCode, accountNumber, accountName }: Draft): Faults {
  return {
    ...(bankCode === null && { bankCode: bankSentence }),
    ...(!accountNumberPattern.test(bareNumber(accountNumber)) && { accountNumber: accountNumberSentence }),
    ...(accountName.trim() === '' && { accountName: accountNameSentence }),
  }
}

/** Asks for another account, after the password or the second factor. */
export function BankAccountDialog({ withProof, onAsked, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>({ bankCode: null, accountNumber: '', accountName: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const change = (more: Partial<Draft>) => {
    setDraft({ ...draft, ...more })
    setFaults({})
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const found = faultsOf(draft)
    setFaults(found)
    const { bankCode, accountName } = draft
    const [first] = Object.keys(found)
    if (bankCode === null || first !== undefined) {
      const wrong = first === 'bankCode' ? '[role=combobox]' : `input[name=${first ?? ''}]`
      form.current?.querySelector<HTMLElement>(wrong)?.focus()
      return
    }
    setBusy(true)
    try {
      const body = {
        bankCode,
        accountNumber: bareNumber(draft.accountNumber),
        accountName: accountName.trim(),
      }
      await withProof(() => api('POST /lender/bank-account/request', { body }))
      toast.success('Permintaan rekening tujuan terkirim', { about: 'bank-account' })
      onAsked()
    } catch (failure) {
      setBusy(false)
      if (!isPasswordMissing(failure)) setFaults({ accountNumber: messageOf(failure) })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      locked={busy}
      size="small"
      title="Ganti Rekening Tujuan"
      description="Kami memeriksa permintaan Anda, dan bank memeriksa nama pemilik rekening. Demi keamanan, penarikan dana dijeda sementara setelah rekening diganti."
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Kirim permintaan
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-5 pt-1"
      >
        <Select
          label="Bank"
          placeholder="Pilih bank"
          options={options}
          value={draft.bankCode}
          error={faults.bankCode}
          onChange={(bankCode) => change({ bankCode })}
        />
        <TextField
          label="Nomor rekening"
          name="accountNumber"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          value={draft.accountNumber}
          error={faults.accountNumber}
          onChange={({ target }) => change({ accountNumber: target.value })}
        />
        <TextField
          label="Nama pemilik rekening"
          name="accountName"
          hint={`Seperti di buku tabungan. Permintaan yang tidak diputuskan berakhir setelah ${accountRequestDays} hari.`}
          autoComplete="off"
          maxLength={100}
          value={draft.accountName}
          error={faults.accountName}
          onChange={({ target }) => change({ accountName: target.value })}
        />
      </form>
    </Dialog>
  )
}
