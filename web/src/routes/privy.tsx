export default function Signing() {
  return <h1 className="text-h1 font-bold">Tanda Tangan Perjanjian</h1>
}
