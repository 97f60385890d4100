import { useId } from 'react'
import { Accordion } from '../../../ui/accordion.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { type DepositAccount, groupsOf } from './accounts.ts'
import { BankLogo } from '../../../ui/bank-logo.tsx'
import { channels, instructionsFor } from './instructions.ts'

/** One account to pay into, and the instructions for it. */
export function AccountBlock({ account }: { account: DepositAccount }) {
  const { vaBank, vaBankCode, vaName, vaNumber, methodPayment } = account
  const heading = useId()
  const instructions = instructionsFor(account)
  return (
    <Card aria-labelledby={heading} className="p-5 md:p-6">
      <div className="flex items-center gap-4">
        <BankLogo bank={vaBank} methodPayment={methodPayment} />
        <div className="min-w-0">
          <h2 id={heading} className="text-section font-semibold">
            {vaBank}
          </h2>
          <p className="text-table text-mute">
            Kode bank <span className="figures">{vaBankCode}</span>
          </p>
        </div>
      </div>
      <dl className="mt-5 grid gap-4">
        <div>
          <dt className="text-table text-mute">Nama tujuan</dt>
          <dd className="font-semibold wrap-anywhere">{vaName}</dd>
        </div>
        <div>
          <dt className="text-table text-mute">Nomor Virtual Account</dt>
          <dd className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <AccountNumber number={vaNumber} />
            <CopyButton text={vaNumber} what={`nomor virtual account ${vaBank}`} className="max-sm:w-full" />
          </dd>
        </div>
      </dl>
      <h3 className="mt-6 border-t border-line pt-5 text-table font-medium text-mute">Cara pembayaran</h3>
      <Accordion
        level={4}
        items={channels.map((channel) => ({
          title: channel,
          content: <Steps steps={instructions[channel]} />,
        }))}
      />
      <p className="mt-2 border-t border-line pt-4 text-table text-pretty text-mute">
        Dari bank lain: pilih transfer antarbank, kode bank <span className="figures">{vaBankCode}</span>,
        lalu nomor virtual account di atas.
      </p>
    </Card>
  )
}

/** CSS makes the gaps, so that a copied number has digits only. */
function AccountNumber({ number }: { number: string }) {
  return (
    <span className="figures text-money font-bold">
      {groupsOf(number).map((group, at) => (
        <span key={at} className="not-first:ml-[0.3em]">
          {group}
        </span>
      ))}
    </span>
  )
}

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="grid gap-2.5">
    {steps.map((step, at) => (
      <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] text-body">
        <span aria-hidden className="figures font-semibold text-brand">
          {at + 1}
        </span>
        <span className="wrap-anywhere">{step}</span>
      </li>
    ))}
  </ol>
)
