import { useEffect, useRef, useState } from 'react'
import { AgreementFileView } from '../../../agreement/agreement-file-view.tsx'
import { messageOf } from '../../../api/errors.ts'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import { type Decision, Waiting } from '../../../company/proposed.ts'
import { useIsProposed } from '../../../company/use-company.ts'
import { RiskDialog } from '../../../risk-warning/risk-dialog.tsx'
import { useRiskConsent } from '../../../risk-warning/use-risk-consent.ts'
import { PasswordForm } from '../../../session/password-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Ceilings, ceilingProblems } from './ceilings.ts'
import { type Mandate, type PreparedMandateFile, useGrant, usePrepareMandate } from './mandate-queries.ts'

type Props = { former: Mandate | null; onClosed: () => void }
const [ceilingForm, passwordForm] = ['kuasa-batas', 'kuasa-kata-sandi']

/** A dialog of three steps: the two ceilings, the text to be read, and the password. */
export function GrantDialog({ former, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const [prepared, setPrepared] = useState<PreparedMandateFile | null>(null)
  const [isRead, setRead] = useState(false)
  const frame = { open, onOpenChange: setOpen, onClosed }
  if (!prepared) return <CeilingStep frame={frame} former={former} onPrepared={setPrepared} />
  if (!isRead)
    return (
      <ReadStep
        frame={frame}
        prepared={prepared}
        back="Ubah batas"
        onBack={() => setPrepared(null)}
        onRead={() => setRead(true)}
      />
    )
  return (
    <PasswordStep
      frame={frame}
      prepared={prepared.prepared}
      onBack={() => setRead(false)}
      onGranted={() => setOpen(false)}
      onOutdated={() => {
        setRead(false)
        setPrepared(null)
      }}
    />
  )
}

type Frame = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }

function CeilingStep({
  frame,
  former,
  onPrepared,
}: {
  frame: Frame
  former: Mandate | null
  onPrepared: (prepared: PreparedMandateFile) => void
}) {
  const [ceilings, setCeilings] = useState<Ceilings>({
    largestPerLoan: former?.largestPerLoan ?? null,
    totalBudget: former?.totalBudget ?? null,
  })
  const [asked, setAsked] = useState(false)
  const consent = useRiskConsent()
  const prepare = usePrepareMandate(consent.withConsent)
  const problems = ceilingProblems(ceilings)
  const change = (part: Partial<Ceilings>) => {
    prepare.reset()
    setCeilings({ ...ceilings, ...part })
  }

  function submit() {
    setAsked(true)
    const { largestPerLoan, totalBudget } = ceilings
    if (problems.largestPerLoan || problems.totalBudget || largestPerLoan === null || totalBudget === null)
      return
    prepare.mutate({ largestPerLoan, totalBudget }, { onSuccess: onPrepared })
  }

  if (consent.isAsking) return <RiskDialog {...frame} onAccepted={consent.accepted} />
  return (
    <Dialog
      {...frame}
      size="small"
      title={former ? 'Ganti kuasa' : 'Beri kuasa'}
      description="Tentukan sendiri sampai di mana strategi Anda boleh mendanai."
      footer={
        <Button type="submit" form={ceilingForm} busy={prepare.isPending} busyLabel="Menyiapkan naskah…">
          Baca naskah kuasa
        </Button>
      }
    >
      <form
        id={ceilingForm}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <MoneyField
          label="Paling banyak per pinjaman"
          value={ceilings.largestPerLoan}
          onChange={(largestPerLoan) => change({ largestPerLoan })}
          error={asked ? problems.largestPerLoan : null}
        />
        <MoneyField
          label="Paling banyak seluruhnya"
          hint="Semua pendanaan otomatis bersama-sama. Pokok yang sudah dibayar kembali tetap dihitung."
          value={ceilings.totalBudget}
          onChange={(totalBudget) => change({ totalBudget })}
          error={asked ? problems.totalBudget : null}
        />
        {prepare.error && (
          <p role="alert" className="rounded-control bg-bad-tint p-3 text-table text-bad">
            {messageOf(prepare.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The text of a mandate, which is read before it is consented to. */
export function ReadStep({
  frame,
  prepared: { prepared, file },
  back,
  onBack,
  onRead,
}: {
  frame: Frame
  prepared: { prepared: { number: string }; file: PreparedMandateFile['file'] }
  /** The label of the button that leaves the text. */
  back: string
  onBack: () => void
  onRead: () => void
}) {
  const [agreed, setAgreed] = useState(false)
  return (
    <Dialog
      {...frame}
      size="large"
      title="Baca naskah kuasa"
      description={`Perjanjian Kuasa Pendanaan Otomatis ${prepared.number}`}
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <Checkbox checked={agreed} onChange={setAgreed}>
            Saya telah membaca dan menyetujui kuasa ini.
          </Checkbox>
          <div className="flex gap-3 max-sm:flex-col-reverse">
            <Button variant="secondary" onClick={onBack}>
              {back}
            </Button>
            <Button disabled={!agreed} onClick={onRead}>
              Selanjutnya
            </Button>
          </div>
        </div>
      }
    >
      <AgreementFileView
        file={file}
        title={`Kuasa ${prepared.number}`}
        onBroken={() => {
          toast.error('Naskah kuasa tidak dapat ditampilkan. Coba lagi.')
          onBack()
        }}
      />
    </Dialog>
  )
}

/** The password, with which the mandate is granted, proposed, or decided on. */
export function PasswordStep({
  frame,
  prepared: { version },
  decision,
  onBack,
  onGranted,
  onOutdated,
}: {
  frame: Frame
  prepared: { version: number }
  decision?: Pick<Decision, 'number'>
  onBack: () => void
  onGranted: () => void
  onOutdated: () => void
}) {
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const grant = useGrant(useActing(decision))
  const isProposed = useIsProposed('STRATEGY')(null) && !decision
  const onWaiting = useOnWaiting()
  // Moves the focus, because the focused button was removed with the previous step.
  useEffect(() => field.current?.focus(), [])

  function submit() {
    if (password === '') return setRefused('Kata sandi wajib diisi')
    grant.mutate(
      { version, password },
      {
        onSuccess: () => {
          toast.success('Kuasa diberikan dan sedang ditandatangani')
          onGranted()
        },
        onError: (error) => {
          if (error instanceof Waiting) {
            onGranted()
            return onWaiting(error)
          }
          const code = 'code' in error ? error.code : null
          if (code === 'MANDATE_OUTDATED' || code === 'MANDATE_UNREAD') {
            toast.error(messageOf(error))
            return onOutdated()
          }
          setRefused(messageOf(error))
          field.current?.focus()
        },
      },
    )
  }

  return (
    <Dialog
      {...frame}
      locked={grant.isPending}
      size="small"
      title="Masukkan kata sandi"
      description={
        isProposed
          ? 'Kuasa diajukan kepada rekan Anda dan berlaku sesudah mereka menyetujuinya.'
          : 'Setelah itu kuasa ditandatangani secara elektronik atas nama Anda.'
      }
      footer={
        <>
          <Button variant="secondary" disabled={grant.isPending} onClick={onBack}>
            Kembali
          </Button>
          <Button
            type="submit"
            form={passwordForm}
            busy={grant.isPending}
            busyLabel={isProposed ? 'Mengajukan…' : 'Menandatangani…'}
          >
            {isProposed ? 'Ajukan' : 'Tanda tangani'}
          </Button>
        </>
      }
    >
      <PasswordForm
        formId={passwordForm}
        fieldRef={field}
        value={password}
        error={refused}
        onChange={(typed) => {
          setRefused(null)
          setPassword(typed)
        }}
        onSubmit={submit}
      />
    </Dialog>
  )
}
