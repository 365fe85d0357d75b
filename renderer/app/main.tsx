import './no-eval.ts';
import '../ui/theme.css';
import '../ui/base.css';
import '../ui/contrast.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeTokenFromAddress } from '../api/session.ts';
import { App } from './App.tsx';
import { preloadPage } from './pages.tsx';

// Before anything is shown or asked for: the token must not stay in the address bar, nor in the history.
takeTokenFromAddress();
preloadPage(location.pathname);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
