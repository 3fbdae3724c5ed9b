# Set Claimlight up if needed, and start it: scripts\start.ps1 [options] [command]. The counterpart of scripts/start.
$ErrorActionPreference = "Stop"
$root = Split-Path -Parent $PSScriptRoot
$venvPython = Join-Path $root ".venv\Scripts\python.exe"
$setUp = Join-Path $root "scripts\set_up.py"
Remove-Item Env:PYTHONHOME, Env:PYTHONPATH -ErrorAction SilentlyContinue

$ready = $false
if (Test-Path $venvPython) {
    & $venvPython -I $setUp --only-check runtime
    $ready = $LASTEXITCODE -eq 0
}
if (-not $ready) {
    $python = $null
    foreach ($version in "3.13", "3.12", "3.11", "3.14") {
        if (Get-Command py -ErrorAction SilentlyContinue) {
            $found = & py "-$version" -c "import sys; print(sys.executable)" 2>$null
            if ($LASTEXITCODE -eq 0) { $python = $found; break }
        }
    }
    if (-not $python) {
        [Console]::Error.WriteLine("claimlight: Python 3.11 or newer was not found. Install it: winget install Python.Python.3.13")
        exit 1
    }
    & $python -I $setUp runtime
    if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
}

# The service runs in the repository and reads .env there, but relative names refer to the caller's folder.
$env:CLAIMLIGHT_STARTED_IN = (Get-Location).Path
$env:PYTHONUTF8 = "1"
Push-Location $root
try { & $venvPython -m backend @args } finally { Pop-Location }
exit $LASTEXITCODE
