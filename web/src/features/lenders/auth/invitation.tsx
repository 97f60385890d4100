import { formatDateTimeLong } from '@pematang/contract/format/date'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Answer, api } from '../../../api/client.ts'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { tabStore } from '../../../session/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fieldErrorOf, toastNetworkError } from './field-error.ts'
import { emptyPassword, isReady } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { storeNumber } from './reset-number.ts'

type Invited = Answer<'POST /company/invitation/open'>

type Props = {
  /** The token of the link; empty where the link is not whole. */
  token: string
  /** Called when the password is set and the person can log in. */
  onDone: () => void
}

const tokenForm = /^[\w-]{43}$/

/** Who is invited to which company, and the first password. Looking at it does not use the link up. */
export function Invitation({ token, onDone }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null)
  const [fault, setFault] = useState<ApiError | null>(null)
  const isWhole = tokenForm.test(token)
  useEffect(() => {
    if (!isWhole || fault) return
    let isLeft = false
    api('POST /company/invitation/open', { body: { token }, quiet: true }).then(
      (answer) => !isLeft && setInvited(answer),
      (error: unknown) => !isLeft && setFault(asFault(error)),
    )
    return () => {
      isLeft = true
    }
  }, [token, isWhole, fault])
  if (!isWhole)
    return (
      <p className="text-mute">
        Tautan ini tidak lengkap. Buka tautan undangan sebagaimana Anda terima, atau minta yang baru.
      </p>
    )
  if (fault)
    return (
      <div className="grid gap-4">
        <p role="alert">{fault.message}</p>
        {fault.kind !== 'refused' && (
          <Button variant="secondary" wide onClick={() => setFault(null)}>
            Coba lagi
          </Button>
        )}
      </div>
    )
  if (!invited)
    return (
      <Loading label="Memuat undangan…">
        <div className="grid gap-3">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      </Loading>
    )
  return <PasswordForm token={token} invited={invited} onEnded={setFault} onDone={onDone} />
}

const asFault = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('server', 0, null, messageOf(error))

type FormProps = Pick<Props, 'token' | 'onDone'> & {
  invited: Invited
  /** Called when the link has ended meanwhile. */
  onEnded: (fault: ApiError) => void
}

function PasswordForm({ token, invited, onEnded, onDone }: FormProps) {
  const { company, name, phoneNumber, until } = invited
  const [chosen, setChosen] = useState(emptyPassword)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const canSend = refusal === null && isReady(chosen)
  useEffect(() => field.current?.focus(), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !canSend) return
    setBusy(true)
    try {
      const { password: newPassword, confirmation: confirmPassword } = chosen
      await api('POST /company/invitation/accept', {
        body: { token, newPassword, confirmPassword },
        quiet: true,
      })
      toast.success('Kata sandi dibuat. Silakan masuk.')
      // The login is then filled in.
      storeNumber(tabStore(), { phoneNumber, sent: null })
      onDone()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'MEMBER_INVITATION_ENDED') return onEnded(error)
      toastNetworkError(error)
      setRefusal(fieldErrorOf(error))
      field.current?.focus()
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <dl className="grid gap-x-4 gap-y-3 rounded-popup bg-sunken px-4 py-3.5 min-[22.5rem]:grid-cols-2">
        <Fact label="Perusahaan" className="col-span-full">
          {company}
        </Fact>
        <Fact label="Nama Anda">{name}</Fact>
        <Fact label="Nomor Handphone">
          <span className="figures">{`+62 ${phoneNumber}`}</span>
        </Fact>
      </dl>
      {/* A hidden user name, which password managers need. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={phoneNumber} />
      <NewPasswordFields
        passwordRef={field}
        value={chosen}
        refusal={refusal}
        onChange={(changed) => {
          setChosen(changed)
          setRefusal(null)
        }}
      />
      <Button type="submit" wide disabled={!canSend} busy={busy}>
        Buat kata sandi
      </Button>
      <p className="text-table text-mute">{`Tautan ini berlaku satu kali, sampai ${formatDateTimeLong(until)}.`}</p>
    </form>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

const Fact = ({ label, className, children }: FactProps) => (
  <div className={cx('min-w-0', className)}>
    <dt className="text-meta text-mute">{label}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
)
