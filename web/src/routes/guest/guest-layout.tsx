import type { ReactNode } from 'react'
import { HeroTerraces } from '../../features/lenders/auth/hero-terraces.tsx'
import { Footer } from '../../shell/footer.tsx'
import { Logo } from '../../shell/logo.tsx'

type Props = {
  title: string
  lead: ReactNode
  children: ReactNode
  /** Shown between the form and the footer. */
  below?: ReactNode
}

/** The login layout: a picture with one sentence, and a form. */
export function GuestLayout({ title, lead, children, below }: Props) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
      {/* As high as the window, so that the picture does not move when a sentence below a field makes the form longer. */}
      <aside className="hero sticky top-0 hidden h-dvh overflow-hidden lg:block">
        <HeroTerraces />
        <p className="absolute top-[16%] left-16 max-w-110 text-login font-semibold text-balance">
          Satu jalan yang jelas untuk setiap rupiah yang Anda danai.
        </p>
      </aside>
      <div className="flex min-h-dvh flex-col">
        <div className="hero relative h-44 overflow-hidden lg:hidden">
          <HeroTerraces />
        </div>
        {/* The form is vertically centred at first, and later only grows downwards, so that its fields do not move. */}
        <main className="relative -mt-5 flex flex-1 flex-col rounded-t-card bg-surface px-6 pt-8 sm:items-center lg:mt-0 lg:rounded-none lg:pt-[max(2rem,calc(50dvh-15rem))] lg:pb-8">
          <div className="w-full sm:max-w-96">
            <Logo />
            <h1 className="mt-8 text-h1 font-bold lg:mt-12">{title}</h1>
            <p className="mt-1.5 mb-8 text-mute text-balance">{lead}</p>
            {children}
          </div>
        </main>
        {below && <div className="mx-6 mt-10">{below}</div>}
        <Footer className={below ? 'mx-6 mt-6' : 'mx-6 mt-8'} />
      </div>
    </div>
  )
}
