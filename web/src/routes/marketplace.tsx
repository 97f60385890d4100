export default function Marketplace() {
  return <h1 className="text-h1 font-bold">Marketplace</h1>
}
