/**
 * The screen of an entity that people keep: its list, a new one in a drawer over it, and each one in a
 * drawer or on a page of its own with tabs, from one declaration. Mounted at its screen's path with
 * everything below; what its list, forms, columns and words are is said in the contract.
 */
import { Route, Routes } from 'react-router'
import { RecordDrawer, NewRecord } from './record-drawer.tsx'
import { RecordPage, RecordTab, ToFirstTab } from './record-page.tsx'
import { RegistryList } from './registry-list.tsx'
import type { RegistryEntity, RegistryScreen } from './registry.ts'

/** Gives the component of the screen. */
export function registryScreen<E extends RegistryEntity>(entity: E, said: RegistryScreen<E>) {
  const screen = { entity, said }
  return function Registry() {
    return (
      <Routes>
        <Route index element={<RegistryList screen={screen} />} />
        {said.create && (
          <Route
            path="create"
            element={
              <>
                <RegistryList screen={screen} />
                <NewRecord screen={screen} />
              </>
            }
          />
        )}
        {said.page ? (
          <Route path=":id" element={<RecordPage screen={screen} />}>
            <Route index element={<ToFirstTab screen={screen} />} />
            {said.page.tabs.map((tab) => (
              <Route key={tab.segment} path={tab.segment} element={<RecordTab screen={screen} tab={tab} />} />
            ))}
            <Route path="*" element={<ToFirstTab screen={screen} />} />
          </Route>
        ) : (
          <Route
            path=":id"
            element={
              <>
                <RegistryList screen={screen} />
                <RecordDrawer screen={screen} />
              </>
            }
          />
        )}
      </Routes>
    )
  }
}
