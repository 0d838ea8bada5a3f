/** Products: the list, a new one over it, and each one with its tabs. Mounted at its screen's path with everything below. */
import { Navigate, Route, Routes, useParams } from 'react-router'
import { CreateProduct } from './create.tsx'
import { ProductList } from './list.tsx'
import { productPaths } from './paths.ts'
import { BetsTab, GeneralTab, ProductScreen, ScheduleTab, SymbolsTab } from './product.tsx'
import './products.css'

export default function ProductsScreen() {
  return (
    <Routes>
      <Route index element={<ProductList />} />
      <Route
        path="create"
        element={
          <>
            <ProductList />
            <CreateProduct />
          </>
        }
      />
      <Route path=":id" element={<ProductScreen />}>
        <Route index element={<ToGeneral />} />
        <Route path="general" element={<GeneralTab />} />
        <Route path="schedule" element={<ScheduleTab />} />
        <Route path="bets" element={<BetsTab />} />
        <Route path="symbols" element={<SymbolsTab />} />
        <Route path="*" element={<ToGeneral />} />
      </Route>
    </Routes>
  )
}

function ToGeneral() {
  return <Navigate to={productPaths.tab(Number(useParams().id), 'general')} replace />
}
