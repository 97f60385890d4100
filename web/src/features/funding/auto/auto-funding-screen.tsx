import { MandateCard } from './mandate-card.tsx'
import { StrategyList } from './strategy-list.tsx'

/** The screen Pendanaan Otomatis: the mandate, and the strategies that fund under it. */
export const AutoFundingScreen = () => (
  <>
    <h1 className="text-h1 font-bold">Pendanaan Otomatis</h1>
    <p className="mt-1 mb-4 max-w-160 text-mute">
      Strategi mendanai pinjaman menurut aturan Anda. Untuk setiap putaran Anda melihat apa yang didanai, apa
      yang tidak, dan mengapa.
    </p>
    <div className="grid gap-6">
      <MandateCard />
      <StrategyList />
    </div>
  </>
)
